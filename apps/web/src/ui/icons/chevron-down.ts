// Made by tools/src/make-icons.ts. ISC: see LICENSE.
import { lucideIcon } from '../lucide-icon.ts'

export const ChevronDown = /* @__PURE__ */ lucideIcon('lucide-chevron-down', [['path', { d: 'm6 9 6 6 6-6' }]])
