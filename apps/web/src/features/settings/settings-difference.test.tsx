// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showInApp } from '../../testing/in-app.tsx'
import SettingsDifference from './settings-difference.tsx'

it('says which tag has another colour since', async () => {
  const color = (tag: string, code: string) => ({ tag, color: code })
  const [grace, mercy] = [color('Grace', '#ffe066'), color('Mercy', '#123456')]
  const element = (
    <SettingsDifference
      item={{ theme: 'dark', tagColors: [color('Grace', '#b5e48c'), mercy] }}
      than={{ theme: 'dark', tagColors: [grace, mercy] }}
    />
  )
  showInApp([{ path: '/', element }])
  expect((await screen.findByRole('deletion')).textContent).toBe('Grace (yellow)')
  expect(screen.getByRole('insertion').textContent).toBe('Grace (green)')
  screen.getByText(/Mercy \(#123456\)/)
})

it('says a version and a colour by their names', async () => {
  const element = <SettingsDifference item={{ defaultVersion: 'KRV', highlightColor: '#b5e48c' }} than={null} />
  showInApp([{ path: '/', element }], '/', undefined, 'ko')
  await screen.findByText('초록')
  screen.getByText('개역한글')
})
