/**
 * Computed from the element's own attributes only. jsdom matches all rules of all sheets for each element of a query by role,
 * which is most of a test's time; the shop's own sheets are not loaded anyway.
 */
function computedStyle(element: Element, pseudo?: string | null): CSSStyleDeclaration {
  const { style } = element as HTMLElement;
  const isHidden = (element as HTMLElement).hidden || element.tagName === 'SCRIPT' || element.tagName === 'STYLE';
  const defaults: Record<string, string> = {
    display: isHidden ? 'none' : 'block',
    visibility: 'visible',
    opacity: '1',
    content: '',
  };
  const get = (name: string) => (pseudo ? '' : style.getPropertyValue(name)) || (defaults[name] ?? '');
  return new Proxy(style, {
    get: (_style, name) => (name === 'getPropertyValue' ? get : typeof name === 'string' ? get(name) : undefined),
  });
}

Object.assign(window, { getComputedStyle: computedStyle });
