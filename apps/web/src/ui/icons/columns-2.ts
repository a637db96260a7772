// Made by tools/src/make-icons.ts. ISC: see LICENSE.
import { lucideIcon } from '../lucide-icon.ts'

export const Columns2 = /* @__PURE__ */ lucideIcon('lucide-columns-2', [
  ['rect', { width: '18', height: '18', x: '3', y: '3', rx: '2' }],
  ['path', { d: 'M12 3v18' }],
])
