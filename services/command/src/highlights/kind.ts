import type { Kind } from '../kind.ts'
import { addHighlight } from './add-highlight.ts'
import { colorHighlight } from './color-highlight.ts'
import { removeHighlight } from './remove-highlight.ts'

export const highlightKind: Kind = {
  routes: (app, dependencies) => {
    addHighlight(app, '/api/highlight/add', dependencies)
    colorHighlight(app, '/api/highlight/:id', dependencies)
    removeHighlight(app, '/api/highlight/:id', dependencies)
  },
}
