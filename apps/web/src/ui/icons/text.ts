// Made by tools/src/make-icons.ts. ISC: see LICENSE.
import { lucideIcon } from '../lucide-icon.ts'

export const Text = /* @__PURE__ */ lucideIcon('lucide-text-align-start', [
  ['path', { d: 'M21 5H3' }],
  ['path', { d: 'M15 12H3' }],
  ['path', { d: 'M17 19H3' }],
])
