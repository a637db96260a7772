import { COPY_QUOTES, COPY_REFERENCES } from '@pathlight/contracts/copy-rules.ts'
import { THEMES } from '@pathlight/contracts/theme-rules.ts'
import fc from 'fast-check'
import type { Calls } from '../calls/call.contract.ts'
import { tested } from './tested-kind.contract.ts'

const personal = { anonymous: 401, other: 200, admin: 200, owner: 200 }
const copyStyle = { reference: 'before', quotes: 'curved', numbers: false, version: true }
const NO_COLOR = 'Please enter a valid hex color code.'

const calls: Calls = {
  'GET /api/users/settings': { ...personal, send: () => ({ path: '/api/users/settings' }) },
  'PUT /api/users/settings': {
    ...personal,
    send: () => ({
      path: '/api/users/settings',
      body: { defaultVersion: 'KJV', highlightColor: '#ffff00', defaultLanguage: 'ko', theme: 'dark', copyStyle },
    }),
    refuses: {
      optional: ['defaultVersion', 'highlightColor', 'defaultLanguage', 'theme', 'copyStyle'],
      cases: [
        ['a colour that is none', { highlightColor: 'yellow' }, NO_COLOR],
        ['a language that is none', { defaultLanguage: 'fr' }, 'Default language is required.'],
        [
          'a style of copies that is none',
          { copyStyle: { ...copyStyle, quotes: 'straight' } },
          'How passages are copied has a reference, quotes, numbers and version.',
        ],
        ['a theme that is none', { theme: 'neon' }, 'A theme is one of light, sepia, dark, system.'],
      ],
    },
  },
}

/** @public tested-kinds.contract.ts imports this value by the name of the file. */
export const testedKind = tested<object>({
  calls,
  list: null,
  words: fc.record(
    {
      highlightColor: fc.constantFrom('#111111', '#2a9d8f', '#ffd966'),
      defaultVersion: fc.constantFrom('KJV', 'NIV'),
      defaultLanguage: fc.constantFrom('en', 'ko'),
      theme: fc.constantFrom(...THEMES),
      copyStyle: fc.record({
        reference: fc.constantFrom(...COPY_REFERENCES),
        quotes: fc.constantFrom(...COPY_QUOTES),
        numbers: fc.boolean(),
        version: fc.boolean(),
      }),
    },
    { requiredKeys: ['highlightColor'] },
  ),
  life: { begin: { defaultVersion: 'KJV' }, edited: { highlightColor: '#00ff00' } },
  add: (who, body) => who.ask('PUT', '/api/users/settings', { body }),
  edit: (who, _, body) => who.ask('PUT', '/api/users/settings', { body }),
  // A history has only the settings that the person has chosen. An answer also has the defaults.
  item: ({ body: { settings, unset } }) =>
    Object.fromEntries(Object.entries(settings).filter(([name]) => !unset.includes(name))),
  some: {
    write: async (who) => {
      const body = { defaultVersion: 'KJV', highlightColor: '#ffd966', theme: 'dark' }
      await who.ask('PUT', '/api/users/settings', { body })
      return {}
    },
    items: 1,
    changes: 1,
    files: () => [],
  },
})
