// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { showInApp } from '../testing/in-app.tsx'
import { TopNavigation } from './top-navigation.tsx'

const WHO = { to: '/about/who-we-are', key: 'menu.whoWeAre' } as const
const show = (about: readonly (typeof WHO)[]) =>
  showInApp([
    { path: '/', element: <TopNavigation about={about} /> },
    { path: WHO.to, element: <p>We are here.</p> },
  ])

describe('About in the bar', () => {
  it('is not there as long as no page is behind it', () => {
    show([])
    expect(screen.queryByText('About')).toBeNull()
  })

  it('opens the pages behind it, and closes on Escape, on a press outside and when a page is chosen', async () => {
    const { user, container } = show([WHO])
    const menu = container.querySelector('details')
    const about = screen.getByText('About')
    await user.click(about)
    expect(menu?.open).toBe(true)
    await user.keyboard('{Escape}')
    expect(menu?.open).toBe(false)
    expect(document.activeElement).toBe(about)
    await user.click(about)
    await user.click(document.body)
    expect(menu?.open).toBe(false)
    await user.click(about)
    const [inBar] = screen.getAllByRole('link', { name: 'Who We Are' })
    if (inBar) await user.click(inBar)
    await screen.findByText('We are here.')
  })

  it('has its pages among the others in the stacked menu', () => {
    show([WHO])
    const stacked = document.getElementById('stacked-menu')
    expect([...(stacked?.querySelectorAll('a') ?? [])].map((link) => link.textContent)).toEqual([
      'Home',
      'Bible Reading',
      'My Pathlight',
      'Version Comparison',
      'Who We Are',
    ])
  })
})
