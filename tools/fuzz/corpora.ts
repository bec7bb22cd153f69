/** A hostile input as JSON text; `text` is the same for inputs of text only. */
export interface Payload {
  readonly family: Family;
  readonly json: string;
  readonly text: string;
}
export type Family = 'NoSQL' | 'XSS' | 'URL' | 'unicode' | 'prototype';

/** Operators in place of a text, and texts that would be code in a query built from strings. */
const nosqlObjects = [
  '{"$ne":null}',
  '{"$ne":""}',
  '{"$gt":""}',
  '{"$gte":""}',
  '{"$lt":"~"}',
  '{"$in":[null,"","a"]}',
  '{"$nin":[]}',
  '{"$exists":true}',
  '{"$type":2}',
  '{"$not":{"$eq":"x"}}',
  '{"$regex":".*"}',
  '{"$regex":"^","$options":"i"}',
  '{"$where":"sleep(5000) || true"}',
  '{"$where":"this.role == \'admin\'"}',
  '{"$expr":{"$eq":[1,1]}}',
  '{"$or":[{},{"a":1}]}',
  '{"$and":[{}]}',
  '{"$jsonSchema":{}}',
  '{"$text":{"$search":"a"}}',
  '{"$oid":"000000000000000000000000"}',
  '{"$date":"2026-01-01T00:00:00Z"}',
  '{"$numberLong":"1"}',
  '{"$function":{"body":"function(){return true}","args":[],"lang":"js"}}',
  '{"_bsontype":"ObjectId","id":"aaaaaaaaaaaa"}',
  '{"_bsontype":"Code","code":"sleep(5000)"}',
  '[]',
  '["a"]',
  '[{"$ne":null}]',
  '{"a.b":1}',
  'true',
];
const nosqlTexts = [
  '{"$ne":null}',
  '{"$gt":""}',
  '$ne',
  '$where: sleep(5000)',
  '[$ne]=x',
  "' || '1'=='1",
  "'; return true; var a='",
  '"; sleep(5000); "',
  "' || this.role == 'admin' || '",
  '$where',
  '$$ROOT',
  '$email',
  'a.b',
  '.*',
  '^',
  '(?i)a',
  '[\\s\\S]*',
  '(a+)+$',
  '\\',
  "admin' --",
];

/** Like Saleor's corpus and common lists: markup, attributes, templates and scripts. */
const xss = [
  '<script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '<ScRiPt>alert(1)</sCrIpT>',
  '<script src=//evil.example/a.js></script>',
  '<img src=x onerror=alert(1)>',
  '"><img src=x onerror=alert(1)>',
  "'><img src=x onerror=alert(1)>",
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<math><mtext></mtext><mglyph><svg><mtext><style><img src=x onerror=alert(1)>',
  '<body onload=alert(1)>',
  '<iframe src="javascript:alert(1)">',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<a href="javascript:alert(1)">a</a>',
  '<a href="jav&#x09;ascript:alert(1)">a</a>',
  '<form action="javascript:alert(1)"><button>a</button></form>',
  '<input autofocus onfocus=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<video><source onerror=alert(1)></video>',
  '<object data="data:text/html,<script>alert(1)</script>">',
  '<embed src="javascript:alert(1)">',
  '<base href="//evil.example/">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<link rel=stylesheet href="//evil.example/a.css">',
  '<style>@import "//evil.example/a.css";</style>',
  '<!--<script>alert(1)//-->',
  '<!--data--><!--head-->',
  ']]><script>alert(1)</script>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '" onmouseover="alert(1)',
  "' onmouseover='alert(1)",
  '" autofocus onfocus=alert(1) x="',
  '{{constructor.constructor("alert(1)")()}}',
  '${alert(1)}',
  '#{alert(1)}',
  '<%= alert(1) %>',
  '__CSP_NONCE__',
  '$&$`$1',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '\\u003cscript\\u003ealert(1)\\u003c/script\\u003e',
  '%3Cscript%3Ealert(1)%3C/script%3E',
];

/** None is a valid picture address (decision 18). */
const urls = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript&colon;alert(1)',
  'javascript://shop.example/%0aalert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml;base64,PHN2Zy8+',
  'blob:https://shop.example/1',
  'filesystem:https://shop.example/1',
  'file:///etc/passwd',
  'ftp://evil.example/a.png',
  'about:blank',
  'view-source:https://shop.example',
  'ws://evil.example/',
  '//evil.example/a.png',
  '///evil.example/a.png',
  '/\\evil.example/a.png',
  '\\\\evil.example\\a.png',
  'https:\\\\evil.example\\a.png',
  'https:evil.example/a.png',
  'https:///evil.example/a.png',
  'https://user@evil.example/a.png',
  'https://shop.example:secret@evil.example/a.png',
  'https://',
  'https://[::1',
  'https://evil.example /a.png',
  'https://a.example:99999/a.png',
  'http:/evil.example',
  'evil.example/a.png',
  '../../etc/passwd',
];

const unicode = [
  'a\0b',
  '\0',
  '\ud800',
  'x\udfff',
  '\udc00\ud800',
  '\u202egnp.exe',
  '\u2066a\u2069',
  '\u200b',
  '\u200d\u200d',
  '\ufeffa',
  '\u00ad',
  'a\u2028b',
  'a\u2029b',
  'a\r\nSet-Cookie: a=b',
  'a\u0085b',
  '\u001b[31mred',
  '\u0007',
  'e\u0301',
  '\u00e9',
  '\u212b',
  'ﬁ ﷺ',
  'İıſK',
  '＜script＞alert(1)＜/script＞',
  'аdmin',
  'Ԁｅｍｏ',
  'a\u0300'.repeat(50),
  'ก็็็็็็็็',
  '👩‍👩‍👧‍👦🏳️‍🌈',
  '𝔎𝔦𝔬𝔰𝔨',
  '\u{10ffff}',
  '\uffff\ufffe',
  '你好 مرحبا שלום',
];

const prototypes = [
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"prototype":{"polluted":1}}',
  '{"a":{"__proto__":{"polluted":1}}}',
  '{"a":{"b":{"__proto__":{"polluted":1}}}}',
  '{"__proto__":[]}',
  '{"__proto__":null}',
  '{"__proto__":"polluted"}',
  '[{"__proto__":{"polluted":1}}]',
  '{"__proto__":{"toString":1}}',
  '{"hasOwnProperty":1}',
  '{"toString":"polluted"}',
  '{"valueOf":{"polluted":1}}',
  '{"__defineGetter__":"polluted"}',
  '{"__lookupSetter__":1}',
  '{"then":"polluted"}',
  '{"toJSON":"polluted"}',
  '{"length":1e9}',
];
const prototypeTexts = [
  '__proto__',
  'constructor',
  'prototype',
  'constructor.prototype.polluted',
  '__proto__[polluted]=1',
];

const ofTexts = (family: Family, texts: readonly string[]): Payload[] =>
  texts.map((text) => ({ family, json: JSON.stringify(text), text }));
const ofJson = (family: Family, values: readonly string[]): Payload[] =>
  values.map((json) => ({ family, json, text: json }));

const corpora: readonly (readonly Payload[])[] = [
  [...ofJson('NoSQL', nosqlObjects), ...ofTexts('NoSQL', nosqlTexts)],
  ofTexts('XSS', xss),
  ofTexts('URL', urls),
  ofTexts('unicode', unicode),
  [...ofJson('prototype', prototypes), ...ofTexts('prototype', prototypeTexts)],
];

/** The minimum of each family in an ordinary run; a long run uses all. */
export const promised: Readonly<Record<Family, number>> = { NoSQL: 30, XSS: 30, URL: 20, unicode: 20, prototype: 15 };

export function selectPayloads(all: boolean): readonly Payload[] {
  return corpora.flatMap((corpus) => (all ? corpus : spread(corpus, promised[corpus[0]?.family ?? 'NoSQL'])));
}

/** Picks `count` items evenly from the list. */
export function spread<T>(items: readonly T[], count: number): T[] {
  return items.filter(
    (_, index) => Math.floor((index * count) / items.length) !== Math.floor(((index - 1) * count) / items.length),
  );
}
