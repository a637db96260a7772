import { sermonKind as item } from '@pathlight/domain/sermons/sermon-item.ts'
import type { AnyProjection } from '@pathlight/read-models/projection.ts'
import type { Kind } from '../kind.ts'
import { listSermons } from './list-sermons.ts'
import { sermonOutlines, sermons } from './projection.ts'
import { getSermons } from './read-sermons.ts'
import { getChapterSermons, sermonsOnChapter } from './sermons-on-chapter.ts'

export const sermonKind: Kind = {
  item,
  projections: [sermons as AnyProjection, sermonOutlines as AnyProjection],
  counted: sermonOutlines,
  onChapter: { name: 'sermons', items: sermonsOnChapter },
  routes: (app, dependencies) => {
    listSermons(app, '/api/sermon/user', dependencies)
    getChapterSermons(app, '/api/sermon/user/chapter', dependencies)
    getSermons(app, '/api/sermon/:id', dependencies)
  },
}
