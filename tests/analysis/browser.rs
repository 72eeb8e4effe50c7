//! A real browser without a window, driven over the pipes of its `DevTools` protocol: what a test
//! clicks is hit only if it is visible and nothing covers it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

/// The names under which the browser may be installed.
const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// A browser with one page.
pub(crate) struct Browser {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    session: Value,
    number: u64,
}

impl Browser {
    /// Starts the browser with its profile in a folder; nothing if there is none.
    pub(crate) fn start(profile: &str) -> Option<Self> {
        let is_there = |name: &&str| {
            let found = Command::new("sh")
                .args(["-c", &format!("command -v {name}")])
                .stdout(Stdio::null())
                .status();
            found.is_ok_and(|status| status.success())
        };
        let name = NAMES.into_iter().find(|name| is_there(name))?;
        // The protocol speaks on the files 3 and 4.
        let script = format!(
            "exec {name} --headless --no-sandbox --disable-gpu --disable-dev-shm-usage \
             --no-first-run --user-data-dir='{profile}' --remote-debugging-pipe about:blank \
             3<&0 4>&1 </dev/null >/dev/null 2>&1"
        );
        let mut child = Command::new("sh")
            .args(["-c", &script])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell");
        let stdin = child.stdin.take().expect("a pipe");
        let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut browser = Self {
            child,
            stdin,
            stdout,
            session: Value::Null,
            number: 0,
        };
        let target = browser.call("Target.createTarget", &json!({"url": "about:blank"}));
        let attach = json!({"targetId": target["targetId"], "flatten": true});
        let attached = browser.call("Target.attachToTarget", &attach);
        browser.session = attached["sessionId"].clone();
        browser.call("Page.enable", &json!({}));
        Some(browser)
    }

    /// Calls a method and waits for its result.
    pub(crate) fn call(&mut self, method: &str, parameters: &Value) -> Value {
        self.number += 1;
        let mut message = json!({"id": self.number, "method": method, "params": parameters});
        if !self.session.is_null() {
            message["sessionId"] = self.session.clone();
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.stdin.write_all(&bytes).expect("the browser listens");
        loop {
            let message = self.message();
            if message["id"] == self.number {
                assert!(message["error"].is_null(), "{method}: {}", message["error"]);
                return message["result"].clone();
            }
        }
    }

    fn message(&mut self) -> Value {
        let mut bytes = Vec::new();
        self.stdout
            .read_until(0, &mut bytes)
            .expect("the browser speaks");
        assert_eq!(bytes.pop(), Some(0), "the browser has gone");
        serde_json::from_slice(&bytes).expect("JSON")
    }

    /// Opens a page and waits until it is there.
    pub(crate) fn open(&mut self, url: &str) {
        // The same file with another fragment would not be loaded again.
        for url in ["about:blank", url] {
            self.call("Page.navigate", &json!({"url": url}));
            while self.message()["method"] != "Page.loadEventFired" {}
        }
    }

    /// The value of an expression in the page.
    pub(crate) fn value(&mut self, expression: &str) -> Value {
        let parameters = json!({"expression": expression, "returnByValue": true});
        let result = self.call("Runtime.evaluate", &parameters);
        assert!(
            result["exceptionDetails"].is_null(),
            "{expression}: {result}"
        );
        result["result"]["value"].clone()
    }

    /// Clicks, with the mouse, at a share of the width of the first element that a selector finds.
    pub(crate) fn click_at(&mut self, selector: &str, share: f64) {
        let place = format!(
            "(() => {{ const e = document.querySelector({selector:?}); \
             e.scrollIntoView({{block: 'center'}}); const b = e.getBoundingClientRect(); \
             return [b.left + b.width * {share}, b.top + b.height / 2]; }})()"
        );
        let place = self.value(&place);
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({
                "type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1
            });
            self.call("Input.dispatchMouseEvent", &event);
        }
    }

    /// Clicks in the middle of an element.
    pub(crate) fn click(&mut self, selector: &str) {
        self.click_at(selector, 0.5);
    }

    /// Presses a key.
    pub(crate) fn press(&mut self, key: &str) {
        for kind in ["keyDown", "keyUp"] {
            self.call(
                "Input.dispatchKeyEvent",
                &json!({"type": kind, "key": key, "code": key}),
            );
        }
    }

    /// Sets the width and height of the window, as that of a phone or not.
    pub(crate) fn resize(&mut self, width: u32, height: u32, mobile: bool) {
        let size = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile
        });
        self.call("Emulation.setDeviceMetricsOverride", &size);
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
