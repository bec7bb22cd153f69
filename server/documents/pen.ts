import type PDFDocument from 'pdfkit';
import { singleLine } from '../mail/plainText';
import { inLatinLetters } from '../text/romanize';
import type { Face } from './fonts';
import { lineHeight } from './layout';

export interface Style {
  readonly size: number;
  readonly isBold?: boolean;
}

interface Run {
  readonly face: Face;
  readonly text: string;
}

/** Stroke width by style, relative to the font size: the faces are light, so glyphs are stroked. */
const weights = { regular: { line: 0.02, spacing: 0.004 }, bold: { line: 0.062, spacing: 0.018 } };
const ink = '#000000';
const hairline = '#999999';

/** What changes its neighbours, and is no letter of its own. */
const unseen = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

function strengthOf({ size, isBold = false }: Style) {
  const { line, spacing } = isBold ? weights.bold : weights.regular;
  return { lineWidth: line * size, characterSpacing: spacing * size };
}

/** Writes lines of text in the shop's faces. */
export class Pen {
  constructor(
    readonly document: PDFDocument,
    private readonly faces: readonly Face[],
  ) {
    for (const { name, file } of faces) document.registerFont(name, file);
  }

  /** Scripts without a face are romanized: a carrier can read them, and no empty boxes appear. */
  private runsOf(text: string): Run[] {
    const runs: Run[] = [];
    for (const character of singleLine(text).normalize('NFC')) {
      const has = (code: number) => this.faces.find(({ characters }) => characters.has(code));
      const face = has(character.codePointAt(0) ?? 0);
      const written = face ? character : inLatinLetters(character) || (unseen.test(character) ? '' : '?');
      if (written === '') continue;
      const used = face ?? this.faces[0];
      if (!used) throw new Error('There is no face.');
      const last = runs.at(-1);
      if (last?.face === used) runs[runs.length - 1] = { face: used, text: last.text + written };
      else runs.push({ face: used, text: written });
    }
    return runs;
  }

  private widthOfRun({ face, text }: Run, style: Style): number {
    const { characterSpacing } = strengthOf(style);
    return this.document.font(face.name).fontSize(style.size).widthOfString(text, { characterSpacing });
  }

  private widthOf(runs: readonly Run[], style: Style): number {
    return runs.reduce((sum, run) => sum + this.widthOfRun(run, style), 0);
  }

  width(text: string, style: Style): number {
    return this.widthOf(this.runsOf(text), style);
  }

  /** A single line starting or ending at `x`. */
  write(text: string, style: Style, { x, y, isToTheLeft }: { x: number; y: number; isToTheLeft?: boolean }): void {
    const runs = this.runsOf(text);
    let at = isToTheLeft ? x - this.widthOf(runs, style) : x;
    const { lineWidth, characterSpacing } = strengthOf(style);
    this.document.fillColor(ink).strokeColor(ink).lineWidth(lineWidth).lineJoin('round');
    for (const run of runs) {
      const end = at + this.widthOfRun(run, style);
      this.document.text(run.text, at, y, { lineBreak: false, characterSpacing, fill: true, stroke: true });
      at = end;
    }
  }

  /** Wraps at words; a word longer than a line is broken. */
  wrap(text: string, style: Style, width: number): string[] {
    const lines: string[] = [];
    let line = '';
    for (const word of singleLine(text)
      .split(' ')
      .flatMap((each) => this.broken(each, style, width))) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line !== '' && this.width(longer, style) > width) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    return [...lines, line];
  }

  private broken(word: string, style: Style, width: number): string[] {
    if (this.width(word, style) <= width) return [word];
    const parts: string[] = [];
    let part = '';
    for (const character of word) {
      if (part !== '' && this.width(part + character, style) > width) {
        parts.push(part);
        part = '';
      }
      part += character;
    }
    return [...parts, part];
  }

  /** Returns the position of the next line. */
  writeLines(
    lines: readonly string[],
    style: Style,
    { x, y, isToTheLeft = false }: { x: number; y: number; isToTheLeft?: boolean },
  ): number {
    lines.forEach((line, index) => this.write(line, style, { x, y: y + index * lineHeight(style.size), isToTheLeft }));
    return y + lines.length * lineHeight(style.size);
  }

  rule(from: number, to: number, y: number, isStrong = false): void {
    this.document
      .lineWidth(isStrong ? 1.2 : 0.5)
      .strokeColor(isStrong ? ink : hairline)
      .moveTo(from, y)
      .lineTo(to, y)
      .stroke();
  }
}
