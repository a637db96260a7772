import { matchRoutes, type RouteObject } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { ABOUT_PAGES, MENU_PAGES } from './menu-pages.ts'
import { createRoutes } from './routes.tsx'

const routes = createRoutes()
const pathsOf = (some: RouteObject[]): string[] =>
  some.flatMap(({ path, children = [] }) => [...(path === undefined ? [] : [path]), ...pathsOf(children)])

describe('the menu', () => {
  it.each([...MENU_PAGES, ...ABOUT_PAGES])('leads nowhere but to pages that there are: $to', ({ to }) => {
    expect(matchRoutes(routes, to)?.at(-1)?.route.path).toBe(to)
  })

  it('has every page about the product behind About', () => {
    const about = pathsOf(routes).filter((path) => path.startsWith('/about/'))
    expect(ABOUT_PAGES.map(({ to }) => to).toSorted()).toEqual(about.toSorted())
  })
})
