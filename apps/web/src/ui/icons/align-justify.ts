// Made by tools/src/make-icons.ts. ISC: see LICENSE.
import { lucideIcon } from '../lucide-icon.ts'

export const AlignJustify = /* @__PURE__ */ lucideIcon('lucide-text-align-justify', [
  ['path', { d: 'M3 5h18' }],
  ['path', { d: 'M3 12h18' }],
  ['path', { d: 'M3 19h18' }],
])
