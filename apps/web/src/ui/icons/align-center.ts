// Made by tools/src/make-icons.ts. ISC: see LICENSE.
import { lucideIcon } from '../lucide-icon.ts'

export const AlignCenter = /* @__PURE__ */ lucideIcon('lucide-text-align-center', [
  ['path', { d: 'M21 5H3' }],
  ['path', { d: 'M17 12H7' }],
  ['path', { d: 'M19 19H5' }],
])
