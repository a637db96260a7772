import type { TagColor } from '@pathlight/contracts/tag-rules.ts'
import { describe, it } from 'vitest'
import { givenStreamOf, keepsWhatWasRecorded, standsOnItsEnds } from '../given.contract.ts'
import { RuleBroken } from '../rule.ts'
import type { ChosenSettings, SettingsEvent } from './events.ts'
import recorded from './recorded-events.json' with { type: 'json' }
import { type ChangeSettings, type ColorTag, settings } from './settings.ts'

const given = givenStreamOf(settings)
const userId = '7d1f9f5c-8a55-4f3b-8b56-1c5c7f3f6b21'
const now = '2026-01-01T08:00:00.000Z'

const change = (part: Omit<ChangeSettings['data'], 'userId'>): ChangeSettings =>
  ({ type: 'ChangeSettings', data: { userId, ...part }, metadata: { now: new Date(now) } }) as ChangeSettings
const changed = (
  defaultVersion: string | null,
  highlightColor: string | null = null,
  defaultLanguage: 'en' | 'ko' | null = null,
  theme: ChosenSettings['theme'] = null,
  copyStyle: ChosenSettings['copyStyle'] = null,
): SettingsEvent => ({
  type: 'SettingsChanged',
  data: { userId, defaultVersion, highlightColor, defaultLanguage, theme, copyStyle, changedAt: now },
})

describe('settings', () => {
  it('keep what is chosen', () =>
    given([])
      .when(change({ defaultVersion: 'KRV', highlightColor: '#d4d8f7', defaultLanguage: 'ko', theme: 'dark' }))
      .then([changed('KRV', '#d4d8f7', 'ko', 'dark')]))
  it('leave as it is what a change does not name', () =>
    given([changed('KRV', '#d4d8f7', 'ko', 'sepia')])
      .when(change({ highlightColor: '#ffff00' }))
      .then([changed('KRV', '#ffff00', 'ko', 'sepia')]))
  it('keep how passages are copied, all of it at once', () => {
    const style = { reference: 'before', quotes: 'curved', numbers: false, version: true } as const
    given([changed('KRV')])
      .when(change({ copyStyle: style }))
      .then([changed('KRV', null, null, null, style)])
    given([changed('KRV', null, null, null, style)])
      .when(change({ copyStyle: { ...style } }))
      .thenNothingHappened()
  })
  it('record nothing when nothing changes', () => {
    given([changed('KRV')])
      .when(change({ defaultVersion: 'KRV' }))
      .thenNothingHappened()
    given([]).when(change({})).thenNothingHappened()
  })
  it('keep the colours of tags, in one order, through renaming, merging and removal', () => {
    const color = (
      tag: string,
      to: string | null,
      chosen?: string | null,
      inUse: readonly string[] = [],
    ): ColorTag => ({
      type: 'ColorTag',
      data: { userId, tag, to, color: chosen },
      metadata: { now: new Date(now), keysInUse: new Set(inUse) },
    })
    const colors = (...tagColors: readonly TagColor[]): SettingsEvent => ({
      type: 'SettingsChanged',
      data: { ...changed(null).data, userId, changedAt: now, ...(tagColors.length > 0 && { tagColors }) },
    })
    const [grace, mercy] = [
      { tag: 'Grace', color: '#ffd966' },
      { tag: 'Mercy', color: '#b5e48c' },
    ]
    const both = colors(grace, mercy)
    given([])
      .when(color('Grace', 'Grace', '#ffd966'))
      .then(colors(grace))
    given([colors(mercy)])
      .when(color('Grace', 'Grace', '#ffd966'))
      .then(both)
    given([both])
      .when(color('grace', 'Grace', '#ffd966'))
      .thenNothingHappened()
    given([both]).when(color('Love', 'Love')).thenNothingHappened()
    given([both])
      .when(color('grace', 'Zeal'))
      .then(colors(mercy, { tag: 'Zeal', color: '#ffd966' }))
    given([both]).when(color('grace', 'Mercy')).then(colors(mercy))
    given([both]).when(color('Mercy', null)).then(colors(grace))
    given([colors(grace)])
      .when(color('GRACE', 'GRACE', null))
      .then(colors())
    given([both])
      .when(change({ theme: 'dark' }))
      .then({ type: 'SettingsChanged', data: { ...both.data, theme: 'dark', changedAt: now } as never })
    const many = Array.from({ length: 1_000 }, (_, n) => ({ tag: `tag ${n}`, color: '#ffd966' }))
    const keys = many.map(({ tag }) => tag)
    given([colors(...many)])
      .when(color('Grace', 'Grace', '#ffd966', keys))
      .thenThrows((error) => error instanceof RuleBroken && error.code === 'too_many_tags_of_person')
    // At the limit, the colours of tags that no item has are dropped.
    given([colors(...many)])
      .when(color('Grace', 'Grace', '#ffd966', ['tag 8', 'tag 7']))
      .then(colors(grace, ...many.slice(7, 9)))
  })
  it('are brought back to what they were, all of them', () => {
    const item = {
      defaultVersion: 'KRV',
      highlightColor: null,
      defaultLanguage: null,
      theme: 'sepia',
      copyStyle: null,
      revision: 1,
    } as const
    const restore = { type: 'Restore', data: { userId, item }, metadata: { now: new Date(now), madeAt: 1 } } as const
    given([changed('KRV', null, null, 'sepia'), changed('NIV', '#ffff00', 'ko', 'dark')])
      .when(restore)
      .then({
        type: 'SettingsRestored',
        data: {
          userId,
          defaultVersion: 'KRV',
          highlightColor: null,
          defaultLanguage: null,
          theme: 'sepia',
          copyStyle: null,
          restoredAt: now,
        },
      })
    given([changed('KRV', null, null, 'sepia')])
      .when(restore)
      .thenThrows((error) => error instanceof RuleBroken && error.code === 'already_current')
  })
  standsOnItsEnds(settings, [[changed('KRV'), changed('ESV'), changed('NIV'), changed('NIV', '#ffff00')]])
  keepsWhatWasRecorded(settings, recorded.streams)
})
