import { sermon as aggregate } from '@pathlight/domain/sermons/sermon.ts'
import { sermonKind as item, type SermonItem } from '@pathlight/domain/sermons/sermon-item.ts'
import type { Kind } from '../kind.ts'
import { addSermon } from './add-sermon.ts'
import { editSermon } from './edit-sermon.ts'
import { importedSermon } from './imported-sermon.ts'
import { openHtmlReader } from './read-html.ts'
import { removeSermon } from './remove-sermon.ts'

export const sermonKind: Kind = {
  item,
  counted: 'sermon_outlines',
  aggregate,
  imported: importedSermon,
  keptBeside: true,
  answer: (sermon: SermonItem) => ({ ...sermon, verseId: sermon.start_verse_id }),
  routes: (app, dependencies) => {
    const html = openHtmlReader()
    app.addHook('onClose', html.close)
    addSermon(app, '/api/sermon/', { ...dependencies, html })
    // Both paths of the specification.
    editSermon(app, '/api/sermon/:id', { ...dependencies, html })
    editSermon(app, '/api/sermons/:id', { ...dependencies, html })
    removeSermon(app, '/api/sermon/:id', dependencies)
  },
}
