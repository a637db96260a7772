// @vitest-environment jsdom
import type { Revision } from '@pathlight/contracts/history.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answer, answeringServer } from '../../testing/answering-server.ts'
import { showInApp } from '../../testing/in-app.tsx'
import { PencilLine } from '../../ui/icons.ts'
import { StatusMessages } from '../../ui/status-message.tsx'
import ItemHistory from './item-history.tsx'
import type { AnyKindHistory, DifferenceProps } from './kind-history.ts'

const server = answeringServer()
const ruth = { id: 'ruth', username: 'ruth', email: 'ruth@example.org' }

type Card = { readonly text: string }
const history: AnyKindHistory = {
  kind: 'note',
  icon: PencilLine,
  Difference: ({ item, than }: DifferenceProps<Card>) => <p>{`${than?.text ?? 'nothing'} → ${item.text}`}</p>,
  touches: () => [['cards']],
}
const revision = (n: number, action: Revision['action'] = 'edited'): Revision => ({
  revision: n,
  at: '2026-11-23T06:00:00.000Z',
  action,
  device: { id: 'd', label: 'Chrome on Windows', current: n > 1 },
  item: { text: `text ${n}` },
})

let revisions: Revision[]
let restores: Answer[]
const asked = () => server.asked.filter(({ method }) => method === 'POST')

const open = async (opened?: number) => {
  const onRestored = vi.fn()
  const element = (
    <StatusMessages>
      <ItemHistory {...{ user: ruth, history, onRestored }} id="a" {...(opened !== undefined && { opened })} />
    </StatusMessages>
  )
  const shown = showInApp([{ path: '/', element }])
  await screen.findAllByRole('listitem')
  const told = () => screen.getAllByRole('listitem').map((row) => within(row).getByText(/→/).textContent)
  const restore = () => screen.getAllByRole('button', { name: 'Restore this' })
  return { ...shown, onRestored, told, restore }
}

beforeEach(() => {
  server.asked.length = 0
  revisions = [revision(3), revision(2), revision(1, 'added')]
  restores = []
  server.answer = ({ method, path }) => {
    if (method === 'POST') return restores.shift() ?? { lost: true }
    const address = new URL(path, 'http://any').searchParams
    const before = Number(address.get('before') ?? Number.POSITIVE_INFINITY)
    const page = revisions.filter((one) => one.revision < before).slice(0, 2)
    const last = page.at(-1)?.revision ?? 0
    return { body: { revisions: page, next: last > 1 ? last : null } }
  }
})

describe('the history of an item', () => {
  it('is compared with the one before, however the pages fall, or with today; and says which device is this one', async () => {
    const { user, told } = await open()
    expect(told()).toEqual(['text 2 → text 3'])
    await user.click(screen.getByRole('button', { name: 'Earlier changes' }))
    await waitFor(() => expect(told()).toEqual(['text 2 → text 3', 'text 1 → text 2', 'nothing → text 1']))
    screen.getByText('Chrome on Windows')
    expect(screen.getAllByText('Chrome on Windows · this device')).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'Against today' }))
    expect(told()).toEqual(['text 3 → text 3', 'text 3 → text 2', 'text 3 → text 1'])
  })

  it('brings the revision into view that is looked at, however far back it is, and no other', async () => {
    revisions = [5, 4, 3, 2].map((n) => revision(n)).concat(revision(1, 'added'))
    const seen: (string | null)[] = []
    Element.prototype.scrollIntoView = function scrollIntoView() {
      seen.push(within(this as HTMLElement).getByText(/→/).textContent)
    }
    const { told } = await open(2)
    await waitFor(() => expect(told()).toContain('text 1 → text 2'))
    await waitFor(() => expect(new Set(seen)).toEqual(new Set(['text 1 → text 2'])))
  })

  it('is restored on what was seen, and once, also where the answer was lost', async () => {
    revisions = [revision(2), revision(1, 'added')]
    restores = [{ lost: true }, { body: { text: 'text 1' }, at: 9 }]
    const { user, restore, onRestored } = await open()
    await user.click(restore()[0] as HTMLElement)
    await screen.findByText(/could not be restored|cannot be reached|No answer/i)
    await user.click(restore()[0] as HTMLElement)
    await waitFor(() => expect(onRestored).toHaveBeenCalledWith({ text: 'text 1' }))
    expect(asked().map(({ path, body, ifMatch }) => [path, body, ifMatch])).toEqual(
      Array.from({ length: 2 }, () => ['/api/history/note/a/restore', { revision: 1 }, '"2"']),
    )
    expect(new Set(asked().map(({ key }) => key)).size).toBe(1)
  })

  it('is not restored over what another device wrote meanwhile', async () => {
    revisions = [revision(2), revision(1, 'added')]
    restores = [{ status: 412, body: { code: 'revision_mismatch', current: {} } }]
    const { user, restore, onRestored } = await open()
    revisions = [revision(3), ...revisions]
    await user.click(restore()[0] as HTMLElement)
    await screen.findByText('This was changed on another device meanwhile. Look at its history again.')
    await screen.findByText('text 2 → text 3')
    expect(onRestored).not.toHaveBeenCalled()
  })

  it('of what is gone offers to bring it back', async () => {
    revisions = [revision(2, 'removed'), revision(1, 'added')]
    restores = [{ body: { text: 'text 2' }, at: 9 }]
    const { user, restore } = await open()
    expect(restore()).toHaveLength(2)
    await user.click(restore()[0] as HTMLElement)
    await screen.findByText('Restored', { selector: 'span' })
    expect(asked()[0]).toMatchObject({ body: { revision: 2 }, ifMatch: '"2"' })
  })
})
