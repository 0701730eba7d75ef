import { constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compression, defineAlgorithm } from 'vite-plugin-compression2';
import { gatewayPlugin } from './src/server/gateway/assets/vite-plugin';
import { bundledPackages } from './vite/bundled-packages';
import { textsPlugin } from './vite/texts-plugin';

const server = { host: process.env.HOST ?? '127.0.0.1', port: Number(process.env.PORT ?? 4173), strictPort: true };

/** Writes `.br` and `.gz` beside what is built; the gateway sends them as they are. */
const compressed = compression({
  include: /\.(?:js|mjs|css|html|svg|json|txt|webmanifest)$/,
  threshold: 512,
  logLevel: 'silent',
});

/**
 * The analytical engine, 34 MB, is kept as `.br` alone: the gateway decodes it for whoever does not take that. At the best quality it takes a minute for
 * 5% less.
 */
const packed = compression({
  include: /\.wasm$/,
  algorithms: [
    defineAlgorithm('brotliCompress', {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 },
    }),
  ],
  deleteOriginalAssets: true,
  logLevel: 'silent',
});

/** What loads together: few files, each with what its modules import. */
const chunkGroups = [
  {
    name: 'vendor',
    test: /\/node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom)\//,
    priority: 4,
  },
  { name: 'main', test: /\/src\/app\/main\.tsx$/, priority: 3 },
  { name: 'records', test: /\/src\/pages\/(?:records\/records-page|tables\/tables-page)\.tsx$/, priority: 2 },
  { name: 'parts', test: /\/node_modules\/@(?:base-ui|floating-ui)\/|\/src\/ui\//, priority: 1 },
  // The first picture waits for them where the address has a filter.
  { name: 'pills', test: /\/src\/pages\/records\/query\/filter-pills\.tsx$/, priority: 0.6 },
  // The first page of whoever has no key: it waits for none of what all the others share.
  { name: 'connect', test: /\/src\/pages\/connect\/connect-page\.tsx$/, priority: 0.5 },
  // What several of the parts and pages that come later share.
  { name: 'shared', test: /\/src\/(?!server\/|texts\/)/, minShareCount: 2, priority: 0 },
];

/** Whoever starts the console has not asked what its build spends its seconds on, nor about the `eval` of the engine, which is never reached. */
const checks = { bundlerTimings: false, eval: false };

const bundled = bundledPackages('dist/bundled-packages.json');

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), textsPlugin(), gatewayPlugin(), !isSsrBuild && [compressed, packed, bundled.page]],
  // The database writes all the time: no change of it is a change of the program.
  optimizeDeps: { include: ['@zip.js/zip.js/lib/zip-core-custom.js', 'numfmt', 'saxes'] },
  server: { ...server, watch: { ignored: ['**/.data/**', '**/dist/**', '**/test-results/**'] } },
  preview: server,
  // Workers are modules, so that their parts are files of this origin under the same policy.
  worker: { format: 'es', plugins: () => [bundled.worker], rolldownOptions: { checks } },
  build: isSsrBuild
    ? { target: 'node20', outDir: 'dist/server', copyPublicDir: false }
    : {
        target: 'es2022',
        outDir: 'dist/client',
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        // The engine and charts are larger, and loaded by whoever asks for them.
        chunkSizeWarningLimit: 1600,
        rolldownOptions: {
          checks: { bundlerTimings: false, eval: false },
          output: { codeSplitting: { groups: chunkGroups } },
        },
      },
}));
