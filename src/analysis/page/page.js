"use strict";
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const data = JSON.parse(document.getElementById("data").textContent);
  const sections = [...document.querySelectorAll(".game")];
  const choice = document.getElementById("choice");
  // The half-move that each game shows, the game that is looked at, and whether Black is below.
  const plies = data.map(() => 0);
  let current = 0;
  let turned = false;

  const place = (game, [x, y]) => {
    const [size, square] = game.size;
    return turned ? [size - square - x, size - square - y] : [x, y];
  };
  const shape = (name, attributes) => {
    const element = document.createElementNS(SVG, name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    return element;
  };

  function draw() {
    const game = data[current], section = sections[current], ply = plies[current];
    const [, square, middle] = game.size;
    section.querySelector(".ground").setAttribute("href", `#g${game.ground}${turned ? "b" : "w"}`);
    const ends = ply > 0 ? game.ends[ply - 1] : [];
    section.querySelector(".ends").replaceChildren(...ends.map((at) => {
      const [x, y] = place(game, game.squares[at]);
      return shape("rect", { x, y, width: square, height: square });
    }));
    const pieces = [];
    [...game.positions[ply]].forEach((letter, at) => {
      if (letter === ".") return;
      const [x, y] = place(game, game.squares[at]);
      pieces.push(shape("use", { href: `#p${letter}`, x: x + middle, y: y + middle }));
    });
    section.querySelector(".pieces").replaceChildren(...pieces);
    section.querySelector(".note").textContent = ply > 0 ? game.notes[ply - 1] : "";
    const last = Math.max(game.positions.length - 1, 1);
    section.querySelector(".cursor").setAttribute("transform", `translate(${600 * ply / last})`);
    for (const old of section.querySelectorAll(".now")) old.classList.remove("now");
    const now = section.querySelector(`.moves [data-ply="${ply}"]`);
    if (now) now.classList.add("now");
    sections.forEach((other, index) => { other.hidden = index !== current; });
    if (choice) choice.value = String(current + 1);
    document.body.dataset.ply = ply;
  }

  function go(game, ply) {
    current = Math.min(Math.max(game, 0), data.length - 1);
    plies[current] = Math.min(Math.max(ply, 0), data[current].positions.length - 1);
    history.replaceState(null, "", `#g${current + 1}p${plies[current]}`);
    draw();
  }

  function obey(word) {
    const ply = plies[current];
    if (word === "first") go(current, 0);
    if (word === "back") go(current, ply - 1);
    if (word === "on") go(current, ply + 1);
    if (word === "last") go(current, Infinity);
    if (word === "turn") { turned = !turned; draw(); }
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    const graph = event.target.closest(".graph");
    if (button && button.dataset.do) obey(button.dataset.do);
    if (button && button.dataset.ply) {
      go(current, Number(button.dataset.ply));
      // From a diagram at the bottom of the page the board may be out of sight.
      if (button.closest("figure")) sections[current].scrollIntoView();
    }
    if (graph) {
      const box = graph.getBoundingClientRect();
      const share = ((event.clientX - box.left) / box.width * 608 - 4) / 600;
      go(current, Math.round(share * (data[current].positions.length - 1)));
    }
  });

  const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", f: "turn" };
  document.addEventListener("keydown", (event) => {
    const word = keys[event.key];
    if (!word || event.target.closest("select") || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    obey(word);
  });

  if (choice) choice.addEventListener("change", () => go(choice.value - 1, plies[choice.value - 1]));

  function follow() {
    const [, game, ply] = /^#g(\d+)p(\d+)$/.exec(location.hash) || [null, 1, 0];
    go(game - 1, Number(ply));
  }
  window.addEventListener("hashchange", follow);
  if (data.length > 0) follow();
})();
