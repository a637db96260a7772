// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Chosen } from '../../../study/study-kind.ts'
import { answeringServer } from '../../../testing/answering-server.ts'
import { showInApp } from '../../../testing/in-app.tsx'
import { StatusMessages } from '../../../ui/status-message.tsx'
import ShareChosen from './share-chosen.tsx'

answeringServer()
const column = { version: 'KJV', book: 'John', chapter: 3 }
const part = (verse: number, text: string, through?: number) => ({
  ...{ verse: { ...column, verse, verse_id: 43_003_000 + verse, text, ...(through && { through }) } },
  ...{ start: 0, end: text.length, text },
})
const chosen: Chosen = { by: 'verses', column, parts: [part(3, 'Jesus answered.'), part(5, 'Except a man.', 6)] }

it('names only the chosen verses in the text and its link, and the whole range at the picture', async () => {
  const element = (
    <StatusMessages>
      <ShareChosen chosen={chosen} language="en" onClose={() => undefined} />
    </StatusMessages>
  )
  const { user } = showInApp([{ path: '/', element }])
  await screen.findByAltText('Picture of John 3:3-6')
  await user.click(screen.getByRole('button', { name: 'Text' }))
  const link = `${location.origin}/bible/KJV/John/3?verse=3-6#v3,5-6`
  expect(await navigator.clipboard.readText()).toBe(`Jesus answered. Except a man.\nJohn 3:3, 5-6 (KJV)\n${link}`)
})
