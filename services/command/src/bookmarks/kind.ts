import type { Kind } from '../kind.ts'
import { addBookmark } from './add-bookmark.ts'
import { removeBookmark } from './remove-bookmark.ts'

export const bookmarkKind: Kind = {
  routes: (app, dependencies) => {
    addBookmark(app, '/api/bookmarks', dependencies)
    removeBookmark(app, '/api/bookmarks/:id', dependencies)
  },
}
