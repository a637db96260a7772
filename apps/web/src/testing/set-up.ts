import { afterEach } from 'vitest'

// Only where there is a page: the rules' tests have none, and need not wait for React.
if (typeof document !== 'undefined') {
  const { cleanup } = await import('@testing-library/react')
  afterEach(cleanup)
}
