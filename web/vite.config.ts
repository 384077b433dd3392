/** How the cockpit is built: into dist/web, no inline scripts, every file but the page and the worker named by its hash. */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { shell } from './build/shell.ts'

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), shell()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    reportCompressedSize: true,
  },
})
