import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

// Rules run in Node alone (*.test.ts). What needs a page (*.test.tsx) begins with `// @vitest-environment jsdom`.
export default defineConfig({
  plugins: [react()],
  test: { setupFiles: ['src/testing/set-up.ts'] },
})
