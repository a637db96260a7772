import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** What takes longer than this does not come: no test is too slow for a busy machine. */
const HANGS_MS = 300_000

// Rules run in Node alone (*.test.ts). What needs a page (*.test.tsx) begins with `// @vitest-environment jsdom`.
export default defineConfig({
  plugins: [react()],
  test: {
    setupFiles: ['src/testing/set-up.ts'],
    testTimeout: HANGS_MS,
    hookTimeout: HANGS_MS,
    expect: { poll: { timeout: 60_000 } },
  },
})
