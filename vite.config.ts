import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
// @ts-expect-error -- a plain script without types
import { productionRouter } from './tools/scripts/productionRouter.mjs';

const target = process.env.KIOSK_API ?? 'http://127.0.0.1:4000';
/** The shop answers to its own name only (decision 39), so its own name is what it is called by. */
const api = { target, changeOrigin: true };
const proxy = { '/graphql': api, '/api': api, '/config.json': api };

/** The shop's two fonts start loading with the page instead of after its sheet; the playground has no use for them. */
const preloadFonts = (): Plugin => ({
  name: 'kiosk-preload-fonts',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle, filename }) =>
      filename.endsWith('playground.html')
        ? []
        : Object.keys(bundle ?? {})
            .filter((file) => file.endsWith('.woff2') && file.includes('latin'))
            .map((file) => ({
              tag: 'link',
              attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
              injectTo: 'head' as const,
            })),
  },
});

/** The words in the HTML are painted first: scripts wait behind sheets and fonts. */
const scriptsLast = (): Plugin => ({
  name: 'kiosk-scripts-last',
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html.replace(/<(?:script type="module"|link rel="modulepreload")(?= [^>]*\/assets\/)/g, '$& fetchpriority="low"'),
  },
});

const packages = /node_modules\/(?!graphql\/)/;
interface ModuleGraph {
  readonly getModuleInfo: (id: string) => { readonly importedIds: readonly string[] } | null;
}

/** Everything that `entry` reaches without a dynamic import. */
function reached(entry: string, graph: ModuleGraph): Set<string> {
  const seen = new Set([entry]);
  for (const id of seen) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) seen.add(imported);
  return seen;
}

const inFirstLoad = /^assets\/(common|frame|preload-helper|rolldown-runtime)-/;

/**
 * The packages of the first load are one chunk: small ones compress worse, and a change of ours leaves this one in every
 * browser's cache. Not graphql: the playground needs all of it, the shop a few functions.
 */
function frameOfShop(): (id: string, graph: ModuleGraph) => string | null {
  let firstLoad: Set<string> | undefined;
  return (id, graph) => {
    firstLoad ??= reached(resolve(import.meta.dirname, 'client/main.tsx'), graph);
    return packages.test(id) && firstLoad.has(id) ? 'frame' : null;
  };
}

/**
 * Parts of MUI that the first load never shows: the theme switches ripples off, a waiting button keeps its words (`loading` would show
 * nothing), a field that grows names its own component (ui/FormField.tsx), and no breadcrumb is so long that it collapses.
 */
const withoutUnusedParts = (): Plugin => ({
  name: 'kiosk-without-unused-parts',
  enforce: 'pre',
  resolveId(source, importer) {
    if (!importer || !/@mui\/material\/(Breadcrumbs|Button|ButtonBase|IconButton|InputBase)\//.test(importer))
      return undefined;
    return /\/(BreadcrumbCollapsed|TouchRipple|CircularProgress\/index|TextareaAutosize\/index)\.mjs$/.test(source)
      ? '\0kiosk-nothing'
      : undefined;
  },
  load: (id) => (id === '\0kiosk-nothing' ? 'export default function Nothing() { return null; }' : undefined),
});

export default defineConfig(({ command, isSsrBuild }) => {
  // Whoever builds from a development or test shell still gets React's production build.
  if (command === 'build') process.env.NODE_ENV = 'production';
  return {
    root: 'client',
    publicDir: 'public',
    plugins: [react(), withoutUnusedParts(), preloadFonts(), scriptsLast()],
    resolve: {
      // rxjs is smaller where it need not run in ES5.
      conditions: ['es2015', ...defaultClientConditions],
      alias: command === 'build' && !isSsrBuild ? [productionRouter] : [],
    },
    build: {
      outDir: '../dist/client',
      emptyOutDir: true,
      // The server reads from it what each page preloads (server/http/preloads.ts).
      manifest: true,
      target: 'es2022',
      // Every browser that knows es2022 preloads modules by itself.
      modulePreload: {
        polyfill: false,
        // What the first load has is not named again by each page that needs it.
        resolveDependencies: (_file, needed, { hostType }) =>
          hostType === 'html' ? needed : needed.filter((file) => !inFirstLoad.test(file)),
      },
      assetsDir: 'assets',
      // Data addresses would need a wider content security policy.
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 5000,
      rolldownOptions: {
        input: {
          index: resolve(import.meta.dirname, 'client/index.html'),
          playground: resolve(import.meta.dirname, 'client/playground.html'),
        },
        output: {
          // The first load names each file; seven characters are the least that tells so many apart.
          chunkFileNames: 'assets/[name]-[hash:7].js',
          codeSplitting: {
            // The server loads its renderer as a whole.
            groups: isSsrBuild
              ? []
              : [
                  { name: frameOfShop(), debugName: 'frame', priority: 1 },
                  // Small chunks compress worse than one.
                  {
                    name: 'common',
                    includeDependenciesRecursively: false,
                    test: /client\/(theme\/(?!PrintStyles)|ui\/(Control|Icon|Select|SvgIcon|VisuallyHidden|useHydrated|useOriginList)|lib\/(constants|formatCount|formatRoundCents|lazyModule|money|noAnswer|pluralize|queryTexts|servedVersion)|session\/settings)\b|vite\/preload-helper/,
                  },
                  // The first load names each chunk: those of a few lines are not worth a name of their own.
                  {
                    name: 'small',
                    includeDependenciesRecursively: false,
                    test: /client\/(features\/(account\/DemoPanel|checkout\/checkoutMemory|orders\/orderStatusLabels|products\/form\/(ShopLink|forgetLists)|settings\/(useDelivery|workingDays)|store\/storeIcons)|lib\/(cleanName|demoAccounts|dayRange|download|emailPattern|formatCard|formatDay|isFinalRefusal|mailtoAddress|messageKinds|nameField|pointDecimal|quantity|retryAfter|serialQueue|signedCents|taxClassLabels|typedMoney|utcDay)|ui\/(AddressLines|BidiText|DateTime|Facts|FileInput|FormFields|Panel|ParcelPieces|SideBySide|SumList|TableToolbar|TrackingLink|fieldGrid|useAppliedTheme|useIdempotencyKey)|pages\/(dashboard\/Title|static\/(Aside|ContactTeaser|Passage|TextLink)|useShowOrder)|session\/(authErrorCode|useDemoMode|usePaymentProvider|useRoleRefresh|useSettings))\b/,
                  },
                  // Parts of one control, or that are used together.
                  {
                    name: 'lists',
                    includeDependenciesRecursively: false,
                    test: /@mui\/material\/(Divider|List|ListItem|ListItemButton|ListItemIcon|ListItemText)\//,
                  },
                  {
                    name: 'switches',
                    includeDependenciesRecursively: false,
                    test: /@mui\/material\/(Checkbox|FormControlLabel|Switch|internal\/(SwitchBase|switchBaseClasses|svg-icons\/(CheckBox|CheckBoxOutlineBlank|IndeterminateCheckBox)))\b/,
                  },
                  {
                    name: 'service',
                    includeDependenciesRecursively: false,
                    test: /client\/pages\/static\/(ShippingPage|ReturnsPage|FaqPage|Steps|ServicePage|PrivacyPage|TermsPage)\b/,
                  },
                  {
                    name: 'tables',
                    includeDependenciesRecursively: false,
                    test: /@mui\/material\/Table/,
                  },
                  {
                    name: 'fields',
                    includeDependenciesRecursively: false,
                    test: /client\/ui\/(Field|FormField|FormSelect)\b/,
                  },
                  {
                    name: 'dialogs',
                    includeDependenciesRecursively: false,
                    test: /@mui\/material\/Dialog(Actions|Content|ContentText|Title)?\//,
                  },
                  {
                    name: 'products',
                    includeDependenciesRecursively: false,
                    test: /@mui\/material\/Skeleton\/|client\/(features\/products\/(categoryTint|displayDefaults|discountPercent|filteredListContext|CardFrame|Price|ProductCard|ProductGrid|ProductPicture|PictureFrame|Rating|productFilters)|features\/store\/AddToStoreButton|ui\/(BuyingClosed|DiscountBadge|QuantityField|Section|useDebouncedInput|useFocusFallback|useIsCurrentPage|useSearchInput|useUrlState|useNearViewport)|lib\/pictureSources)/,
                  },
                ],
          },
        },
      },
    },
    // They import workers in Vite's own way, which its bundling of dependencies for development does not follow.
    optimizeDeps: { exclude: ['graphiql/setup-workers/vite', '@graphiql/react/setup-workers/vite'] },
    server: { proxy },
    preview: { proxy },
  };
});
