import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompressPlugin } from '../../src/gateway/precompress-plugin';

export default defineConfig({
  root: import.meta.dirname,
  base: '/plain/',
  plugins: [react(), precompressPlugin()],
  build: { target: 'es2022', outDir: '../../dist/bench/plain', emptyOutDir: true, modulePreload: { polyfill: false } },
});
