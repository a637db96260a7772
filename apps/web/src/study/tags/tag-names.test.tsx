// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { queryClient, SESSION_KEY } from '../../api/query-client.ts'
import { ruth } from '../../testing/as-ruth.ts'
import { showInApp } from '../../testing/in-app.tsx'
import TagNames from './tag-names.tsx'
import { tagsQuery } from './tags-query.ts'

it.each(['Straße', 'straße', 'STRASSE'])('the tag %s has its colour, in whichever spelling it was given one', (tag) => {
  queryClient.setQueryData(SESSION_KEY, ruth)
  const tags = [{ tag: 'Straße', count: 1, kinds: {}, color: '#ffd966' }]
  queryClient.setQueryData(tagsQuery(ruth).queryKey, { value: { tags }, at: '5', next: null })
  showInApp([{ path: '/', element: <TagNames tags={[tag, 'other']} /> }], '/', queryClient)
  expect(screen.getByText(tag).dataset.paint).toBeTypeOf('string')
  expect(screen.getByText('other').dataset.paint).toBeUndefined()
})
