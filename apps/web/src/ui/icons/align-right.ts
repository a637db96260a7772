// Made by tools/src/make-icons.ts. ISC: see LICENSE.
import { lucideIcon } from '../lucide-icon.ts'

export const AlignRight = /* @__PURE__ */ lucideIcon('lucide-text-align-end', [
  ['path', { d: 'M21 5H3' }],
  ['path', { d: 'M21 12H9' }],
  ['path', { d: 'M21 19H7' }],
])
