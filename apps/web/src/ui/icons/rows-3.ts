// Made by tools/src/make-icons.ts. ISC: see LICENSE.
import { lucideIcon } from '../lucide-icon.ts'

export const Rows3 = /* @__PURE__ */ lucideIcon('lucide-rows-3', [
  ['rect', { width: '18', height: '18', x: '3', y: '3', rx: '2' }],
  ['path', { d: 'M21 9H3' }],
  ['path', { d: 'M21 15H3' }],
])
