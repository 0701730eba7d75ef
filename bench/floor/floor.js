/**
 * The floor: the least a page has to do to show a window of rows over the same endpoint. No framework, no columns found, no states, no reading ahead;
 * the number of rows is told (`?rows=`). What the console costs is measured against it.
 */
const search = new URLSearchParams(location.search);
const table = Number(search.get('table'));
const total = Number(search.get('rows'));
const rowHeight = 33;
const pageSize = 100;
const overscan = 4;

const scroller = document.getElementById('scroll');
const container = document.getElementById('rows');
const head = document.getElementById('head');
const pages = new Map();
const rows = [];
let columns = [];
let order;

container.style.height = `${total * rowHeight}px`;

const textOf = (value) => {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map((entry) => entry.name).join(', ');
  return String(value);
};

function read(page) {
  if (pages.has(page)) return;
  const asked = order;
  pages.set(page, null);
  fetch('/env/bench/openapi/v1/dw_item/list', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Open-Authorization': 'Bearer key-of-the-bench' },
    body: JSON.stringify({ table_id: table, limit: pageSize, offset: page * pageSize, order }),
  })
    .then((response) => response.json())
    .then((answer) => {
      if (asked !== order) return;
      pages.set(page, answer.data.items);
      draw();
    });
}

function makeRow() {
  const row = document.createElement('div');
  row.className = 'row';
  for (let column = 0; column < columns.length; column += 1) row.append(document.createElement('div'));
  for (const cell of row.children) {
    cell.append('');
    cell.tabIndex = -1;
  }
  if (rows.length === 0) row.firstChild.tabIndex = 0;
  container.append(row);
  return row;
}

function draw() {
  const first = Math.max(0, Math.floor(scroller.scrollTop / rowHeight) - overscan);
  const count = Math.min(total, Math.ceil(scroller.clientHeight / rowHeight) + 2 * overscan);
  const last = Math.min(total, first + count);
  read(Math.floor(first / pageSize));
  if (last > first) read(Math.floor((last - 1) / pageSize));
  const known = pages.get(Math.floor(first / pageSize)) ?? pages.get(0);
  if (columns.length === 0 && known) {
    columns = Object.keys(known[0].fields);
    for (const column of columns) head.append(Object.assign(document.createElement('div'), { textContent: column }));
  }
  if (columns.length === 0) return;
  while (rows.length < count) rows.push(makeRow());
  for (let index = first; index < first + count; index += 1) {
    const row = rows[index % count];
    const record = index < last ? pages.get(Math.floor(index / pageSize))?.[index % pageSize] : undefined;
    row.hidden = index >= last;
    row.style.transform = `translateY(${index * rowHeight}px)`;
    if (row.record === record) continue;
    row.record = record;
    for (let column = 0; column < columns.length; column += 1) {
      row.children[column].firstChild.data = record ? textOf(record.fields[columns[column]]) : '';
    }
  }
}

let drawing = false;
scroller.addEventListener('scroll', () => {
  if (drawing) return;
  drawing = true;
  requestAnimationFrame(() => {
    drawing = false;
    draw();
  });
});
container.addEventListener('keydown', ({ key, target }) => {
  const step = { ArrowUp: -1, ArrowDown: 1 }[key];
  if (step === undefined) return;
  const row = rows[(rows.indexOf(target.parentElement) + step + rows.length) % rows.length];
  row.children[[...target.parentElement.children].indexOf(target)].focus();
});
head.addEventListener('click', ({ target }) => {
  order = { field_id: target.textContent, type: 'asc' };
  pages.clear();
  scroller.scrollTop = 0;
  draw();
});
draw();
