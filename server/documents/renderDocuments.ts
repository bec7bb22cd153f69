import { setImmediate as nextTurn } from 'node:timers/promises';
import { loadFaces } from './fonts';
import { bottom, footAt, left, lineHeight, page, right, sizes, width } from './layout';
import type { Column, Paper, Party, Sum } from './paper';
import { Pen } from './pen';

const text = { size: sizes.text };
const bold = { size: sizes.text, isBold: true };
const small = { size: sizes.small };
const rowGap = 3.5;
const columnGap = 10;
/** Totals are below the right part of the table. */
const sumsFrom = left + width * 0.42;

/** One PDF of all documents, each starting on a new page. The library and fonts are loaded lazily. */
export async function renderDocuments(papers: readonly Paper[]): Promise<Buffer> {
  const [{ default: PDFDocument }, faces] = await Promise.all([import('pdfkit'), loadFaces()]);
  const [first] = papers;
  const document = new PDFDocument({
    ...{ size: 'A4', margin: 0, autoFirstPage: false, bufferPages: true, font: '', lang: 'en', displayTitle: true },
    info: {
      Title: papers.length === 1 && first ? `${first.title} ${first.facts[0] ?? ''}` : 'Packing slips',
      Author: first?.sender[0] ?? '',
    },
  });
  const pen = new Pen(document, faces);
  for (const paper of papers) {
    drawPaper(pen, paper);
    // Yields, so that other requests are served in between.
    await nextTurn();
  }
  document.end();
  const chunks: Buffer[] = [];
  for await (const chunk of document) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function drawPaper(pen: Pen, paper: Paper): void {
  const { document } = pen;
  const firstPage = document.bufferedPageRange().count;
  document.addPage();
  let y = drawHead(pen, paper);
  y = drawParties(pen, paper.parties, y + 16);
  y = drawTable(pen, paper, y + 16);
  y = drawSums(pen, paper.sums, y + 8);
  drawNotes(pen, paper.notes, y + 8);
  const pages = document.bufferedPageRange().count - firstPage;
  for (let index = 0; index < pages; index += 1) {
    document.switchToPage(firstPage + index);
    drawFoot(pen, paper.foot, `Page ${index + 1} of ${pages}`);
  }
}

function drawHead(pen: Pen, { title, facts, sender }: Paper): number {
  const [number = '', ...others] = facts;
  const [name = '', ...address] = sender;
  const half = width / 2 - columnGap;
  let start = pen.writeLines(
    pen.wrap(name, { size: sizes.total, isBold: true }, half),
    { size: sizes.total, isBold: true },
    { x: left, y: page.margin },
  );
  start = pen.writeLines(
    address.flatMap((line) => pen.wrap(line, text, half)),
    text,
    { x: left, y: start + 4 },
  );
  pen.write(title, { size: sizes.title, isBold: true }, { x: right, y: page.margin - 6, isToTheLeft: true });
  let end = page.margin + lineHeight(sizes.title);
  end = pen.writeLines([number], { size: sizes.number, isBold: true }, { x: right, y: end, isToTheLeft: true });
  end = pen.writeLines(others, text, { x: right, y: end + 2, isToTheLeft: true });
  const y = Math.max(start, end) + 10;
  pen.rule(left, right, y, true);
  return y;
}

function drawParties(pen: Pen, parties: readonly Party[], top: number): number {
  const room = width / 2 - columnGap;
  const ends = parties.map(({ label, lines }, index) => {
    const x = left + (index * width) / 2;
    pen.write(label, small, { x, y: top });
    const wrapped = lines.flatMap((line) => pen.wrap(line, text, room));
    return pen.writeLines(wrapped, text, { x, y: top + lineHeight(sizes.text) + 1 });
  });
  return Math.max(top, ...ends);
}

interface PlacedColumn extends Column {
  readonly from: number;
  readonly to: number;
}

function placeColumns(columns: readonly Column[]): PlacedColumn[] {
  let from = left;
  return columns.map((column) => {
    const start = from;
    from += (width * column.share) / 100;
    return { ...column, from: start, to: from };
  });
}

/** Texts are left-aligned, all others right-aligned. */
const sideOf = ({ kind, from, to }: PlacedColumn) =>
  kind === 'TEXT' ? { x: from, isToTheLeft: false } : { x: to, isToTheLeft: true };

/** The font has no box character. */
const box = '[    ]';

/** Repeats the header on each page. */
function drawTable(pen: Pen, { columns, rows }: Paper, top: number): number {
  const placed = placeColumns(columns);
  let y = drawColumns(pen, placed, top);
  for (const row of rows) {
    const cells = placed.map(({ from, to, kind }, index) => {
      if (kind === 'TEXT') return pen.wrap(row[index] ?? '', text, to - from - columnGap);
      // A number in two parts reads as two numbers.
      return [kind === 'BOX' ? box : (row[index] ?? '')];
    });
    const height = Math.max(...cells.map((lines) => lines.length)) * lineHeight(sizes.text) + 2 * rowGap;
    if (y + height > bottom) {
      pen.document.addPage();
      y = drawColumns(pen, placed, page.margin);
    }
    placed.forEach((column, index) => pen.writeLines(cells[index] ?? [], text, { ...sideOf(column), y: y + rowGap }));
    y += height;
    pen.rule(left, right, y);
  }
  return y;
}

function drawColumns(pen: Pen, columns: readonly PlacedColumn[], y: number): number {
  for (const column of columns) pen.write(column.title, { ...small, isBold: true }, { ...sideOf(column), y });
  const end = y + lineHeight(sizes.small) + 4;
  pen.rule(left, right, end, true);
  return end;
}

/** Beside labels. */
const amountsWidth = 90;

/** Kept together on one page. */
function drawSums(pen: Pen, sums: readonly Sum[], top: number): number {
  const placed = sums.map(({ label, amount, isTotal = false }) => {
    const [size, style, gap] = isTotal ? ([sizes.total, bold, 8] as const) : ([sizes.text, text, 5] as const);
    const lines = pen.wrap(label, style, right - sumsFrom - amountsWidth);
    const height = lineHeight(size) + (lines.length - 1) * lineHeight(style.size) + gap;
    return { lines, amount, isTotal, size, style, height };
  });
  let y = top;
  if (y + placed.reduce((sum, { height }) => sum + height, 0) > bottom) {
    pen.document.addPage();
    y = page.margin;
  }
  for (const { lines, amount, isTotal, size, style, height } of placed) {
    if (isTotal) pen.rule(sumsFrom, right, y);
    const at = y + (isTotal ? 4 : 2);
    pen.writeLines(lines, style, { x: sumsFrom, y: at + (size - sizes.text) });
    pen.write(amount, { size, isBold: isTotal }, { x: right, y: at, isToTheLeft: true });
    y += height;
  }
  return y;
}

function drawNotes(pen: Pen, notes: readonly string[], top: number): void {
  let y = top;
  for (const line of notes.flatMap((note) => note.split('\n')).flatMap((note) => pen.wrap(note, text, width))) {
    if (y + lineHeight(sizes.text) > bottom) {
      pen.document.addPage();
      y = page.margin;
    }
    y = pen.writeLines([line], text, { x: left, y });
  }
}

function drawFoot(pen: Pen, foot: string, counted: string): void {
  pen.rule(left, right, footAt);
  const [shown = ''] = pen.wrap(foot, small, width - 80);
  pen.write(shown, small, { x: left, y: footAt + 8 });
  pen.write(counted, small, { x: right, y: footAt + 8, isToTheLeft: true });
}
