import JsdomEnvironment from 'jest-environment-jsdom';

type Options = ConstructorParameters<typeof JsdomEnvironment>;

/** jsdom with the web APIs of Node that it lacks. */
export default class BrowserEnvironment extends JsdomEnvironment {
  constructor(...options: Options) {
    super(...options);
    Object.assign(this.global, { Headers, Request, Response, TextDecoder, TextEncoder, setImmediate, structuredClone });
  }
}
