import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** The time after which a test counts as hung. No test takes so long, even on a busy machine. */
const HANGS_MS = 300_000

// Test files run in Node. A test file that needs a page begins with `// @vitest-environment jsdom`.
export default defineConfig({
  plugins: [react()],
  test: {
    setupFiles: ['src/testing/set-up.ts'],
    testTimeout: HANGS_MS,
    hookTimeout: HANGS_MS,
    expect: { poll: { timeout: 60_000 } },
  },
})
