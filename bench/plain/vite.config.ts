import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';

export default defineConfig({
  root: import.meta.dirname,
  base: '/plain/',
  plugins: [react(), compression({ logLevel: 'silent' })],
  build: { target: 'es2022', outDir: '../../dist/bench/plain', emptyOutDir: true, modulePreload: { polyfill: false } },
});
