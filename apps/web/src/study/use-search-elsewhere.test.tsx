// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { showInApp } from '../testing/in-app.tsx'
import { SearchX } from '../ui/icons.ts'
import { ALL_ITEMS, ItemList } from '../ui/item-list.tsx'
import { useSearchElsewhere } from './use-search-elsewhere.tsx'

const notes = [{ id: 'a', text: 'On Romans 8:28' }]
const words = {
  ...{ search: 'Search', empty: '', emptyText: '', noMatch: 'None.', showAll: 'Show all', searching: '', more: '' },
  ...{ count: String, loading: '' },
}
const List = () => {
  const [view, setView] = useState(ALL_ITEMS)
  const elsewhere = useSearchElsewhere(view.query)
  return (
    <ItemList
      {...{ words, view, elsewhere, icon: SearchX, whenEmpty: null, isEmpty: false, isSearching: false, problem: null }}
      items={notes.filter(({ text }) => text.includes(view.query))}
      onRetry={() => undefined}
      onMore={null}
      onView={setView}
      list={(shown) => shown.map(({ text }) => text)}
    />
  )
}

it('leads from a search of one’s own things that finds nothing to that of the Bible, with the same words', async () => {
  const { user, router } = showInApp([
    { path: '/', Component: List },
    { path: '/search', element: 'The search of the Bible' },
  ])
  await user.type(screen.getByRole('searchbox'), 'Romans')
  expect(screen.queryByRole('link')).toBeNull()
  await user.clear(screen.getByRole('searchbox'))
  await user.type(screen.getByRole('searchbox'), ' love God & all ')
  await screen.findByText(/not the text of the verses/)
  await user.click(screen.getByRole('link'))
  await screen.findByText('The search of the Bible')
  expect(new URLSearchParams(router.state.location.search).get('query')).toBe('love God & all')
})
