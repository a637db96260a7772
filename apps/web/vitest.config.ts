import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

// Rules run in Node alone. A test of a component or a hook (*.test.tsx) begins with `// @vitest-environment jsdom`.
export default defineConfig({
  plugins: [react()],
  test: { name: 'web', include: ['src/**/*.test.{ts,tsx}'], setupFiles: ['src/testing/set-up.ts'] },
})
