// Made by tools/src/make-icons.ts. ISC: see LICENSE.
import { lucideIcon } from '../lucide-icon.ts'

export const Check = /* @__PURE__ */ lucideIcon('lucide-check', [['path', { d: 'M20 6 9 17l-5-5' }]])
