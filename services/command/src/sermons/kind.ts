import type { Kind } from '../kind.ts'
import { addSermon } from './add-sermon.ts'
import { editSermon } from './edit-sermon.ts'
import { removeSermon } from './remove-sermon.ts'

export const sermonKind: Kind = {
  routes: (app, dependencies) => {
    addSermon(app, '/api/sermon/', dependencies)
    // Both paths of the specification.
    editSermon(app, '/api/sermon/:id', dependencies)
    editSermon(app, '/api/sermons/:id', dependencies)
    removeSermon(app, '/api/sermon/:id', dependencies)
  },
}
