// Made by tools/src/make-icons.ts. ISC: see LICENSE.
import { lucideIcon } from '../lucide-icon.ts'

export const ChevronRight = /* @__PURE__ */ lucideIcon('lucide-chevron-right', [['path', { d: 'm9 18 6-6-6-6' }]])
