import { bookmark as aggregate } from '@pathlight/domain/bookmarks/bookmark.ts'
import { bookmarkKind as item } from '@pathlight/domain/bookmarks/bookmark-item.ts'
import type { Kind } from '../kind.ts'
import { addBookmark } from './add-bookmark.ts'
import { importedBookmark } from './imported-bookmark.ts'
import { removeBookmark } from './remove-bookmark.ts'

export const bookmarkKind: Kind = {
  item,
  counted: 'bookmarks',
  aggregate,
  imported: importedBookmark,
  routes: (app, dependencies) => {
    addBookmark(app, '/api/bookmarks', dependencies)
    removeBookmark(app, '/api/bookmarks/:id', dependencies)
  },
}
