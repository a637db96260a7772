// Made by tools/src/make-icons.ts. ISC: see LICENSE.
import { lucideIcon } from '../lucide-icon.ts'

export const Diff = /* @__PURE__ */ lucideIcon('lucide-diff', [
  ['path', { d: 'M12 3v14' }],
  ['path', { d: 'M5 10h14' }],
  ['path', { d: 'M5 21h14' }],
])
