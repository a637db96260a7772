// Made by tools/src/make-icons.ts. ISC: see LICENSE.
import { lucideIcon } from '../lucide-icon.ts'

export const ChevronLeft = /* @__PURE__ */ lucideIcon('lucide-chevron-left', [['path', { d: 'm15 18-6-6 6-6' }]])
