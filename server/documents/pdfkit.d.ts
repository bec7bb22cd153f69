/** What is used of it; it ships no types. */
declare module 'pdfkit' {
  import type { Readable } from 'node:stream';

  interface Options {
    readonly size: 'A4';
    readonly margin: number;
    readonly autoFirstPage: boolean;
    readonly bufferPages: boolean;
    /** '': none of the built-in fonts. */
    readonly font: '';
    readonly lang: string;
    readonly displayTitle: boolean;
    readonly info: { readonly Title: string; readonly Author: string };
  }

  interface TextOptions {
    readonly lineBreak: false;
    readonly characterSpacing: number;
    readonly fill: true;
    readonly stroke: true;
  }

  export default class PDFDocument extends Readable {
    constructor(options: Options);
    registerFont(name: string, file: Buffer): this;
    font(name: string): this;
    fontSize(size: number): this;
    widthOfString(text: string, options: { readonly characterSpacing: number }): number;
    text(text: string, x: number, y: number, options: TextOptions): this;
    addPage(): this;
    bufferedPageRange(): { readonly start: number; readonly count: number };
    switchToPage(index: number): this;
    moveTo(x: number, y: number): this;
    lineTo(x: number, y: number): this;
    lineWidth(width: number): this;
    lineJoin(join: 'round'): this;
    strokeColor(colour: string): this;
    fillColor(colour: string): this;
    stroke(): this;
    end(): void;
  }
}
