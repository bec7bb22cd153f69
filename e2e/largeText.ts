import type { Page } from '@playwright/test';

/** Texts that are cut off without an ellipsis, and table headings that overlap. */
export const lostTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const slack = 2;
    const rectOf = (node: Node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return range.getBoundingClientRect();
    };
    const clips = (element: Element) => {
      const { overflowX, overflowY, textOverflow } = getComputedStyle(element);
      return textOverflow !== 'ellipsis' && [overflowX, overflowY].some((each) => /^(hidden|clip)$/.test(each));
    };
    // An ellipsis marks the cut, at the end of a line or of a line clamp.
    const saysSo = (element: Element) => {
      const { textOverflow, webkitLineClamp } = getComputedStyle(element);
      return textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
    };
    const scrolls = (element: Element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      return /auto|scroll/.test(`${overflowX} ${overflowY}`) && element !== document.documentElement;
    };
    const hasWords = ({ childNodes }: Element) =>
      [...childNodes].some((each) => each.nodeType === Node.TEXT_NODE && each.textContent?.trim());
    /** Of what is seen in a cell: closed details have a size, too. */
    const rectOfWords = (cell: Element) => {
      const rects = [cell, ...cell.querySelectorAll('*')]
        .filter((each) => hasWords(each) && each.checkVisibility() && each.getBoundingClientRect().width > 1)
        .map(rectOf);
      const [left, top] = [Math.min(...rects.map((each) => each.left)), Math.min(...rects.map((each) => each.top))];
      const [right, bottom] = [
        Math.max(...rects.map((each) => each.right)),
        Math.max(...rects.map((each) => each.bottom)),
      ];
      return { left, top, right, bottom };
    };
    const lost: string[] = [];
    for (const node of document.querySelectorAll<HTMLElement>('body *')) {
      if (!hasWords(node) || !node.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (node.closest('select, option, textarea, svg, [aria-hidden="true"]')) continue;
      const { left, right, top, bottom } = rectOf(node);
      for (let around: HTMLElement | null = node; around && !scrolls(around); around = around.parentElement) {
        const box = around.getBoundingClientRect();
        // Visible to screen readers only.
        if (box.width <= 1 || box.height <= 1 || saysSo(around)) break;
        const isOutside =
          left < box.left - slack || right > box.right + slack || top < box.top - slack || bottom > box.bottom + slack;
        if (isOutside && clips(around)) lost.push(`cut: ${node.outerHTML.slice(0, 160)}`);
      }
    }
    for (const { cells } of document.querySelectorAll('tr')) {
      const texts = [...cells].filter(({ textContent, offsetHeight }) => textContent.trim() && offsetHeight > 1);
      for (const [at, cell] of texts.slice(1).entries()) {
        const [before, after] = [rectOfWords(texts[at] ?? cell), rectOfWords(cell)];
        const meets = after.left < before.right - slack && after.right > before.left + slack;
        if (meets && after.top < before.bottom - slack && after.bottom > before.top + slack)
          lost.push(`collide: ${texts[at]?.textContent}, ${cell.textContent}`);
      }
    }
    return lost;
  });

/** The spacing of WCAG 1.4.12, for the rest of the document's life. */
export const setTextSpacing = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const sheet = new CSSStyleSheet();
    await sheet.replace(
      `* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important; }
      p { margin-bottom: 2em !important; }`,
    );
    document.adoptedStyleSheets.push(sheet);
  });
