// A click on a title sorts the table by that column; a second click turns it round. Without scripts the tables stay as they are.
for (const table of document.querySelectorAll("table")) {
  const titles = [...table.tHead.rows[0].cells];
  titles.forEach((title, column) => {
    title.style.cursor = "pointer";
    title.addEventListener("click", () => {
      const up = title.dataset.sorted === "down";
      titles.forEach((other) => delete other.dataset.sorted);
      title.dataset.sorted = up ? "up" : "down";
      const units = { KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3, ms: 1e-3, M: 1e6, G: 1e9 };
      const value = (row) => {
        const text = row.cells[column].textContent;
        const [number, unit] = text.replaceAll(",", "").replace(/^[<>]=|%$/g, "").split(" ");
        return title.className === "number" ? (parseFloat(number) || 0) * (units[unit] ?? 1) : text;
      };
      const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
      const rows = [...table.tBodies[0].rows].sort((a, b) => order(value(a), value(b)));
      table.tBodies[0].append(...(up ? rows.reverse() : rows));
    });
  });
}
