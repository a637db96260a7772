// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { offlineChoice, switchOnAtInstallation } from './offline-choice.ts'

const inWindow = (isOfTheApp: boolean) => vi.stubGlobal('matchMedia', () => ({ matches: isOfTheApp }))
beforeEach(() => {
  localStorage.clear()
  inWindow(false)
})
afterEach(() => vi.unstubAllGlobals())

describe('what is kept offline', () => {
  it('is nothing in a tab until the person asks, and everything where the app is installed', () => {
    expect(offlineChoice.now()).toBe(false)
    inWindow(true)
    expect(offlineChoice.now()).toBe(true)
  })

  it.each([true, false])('follows the choice of the person (%s), whatever window it is', (isOn) => {
    inWindow(!isOn)
    const heard = vi.fn()
    const stop = offlineChoice.subscribe(heard)
    offlineChoice.set(isOn)
    expect(offlineChoice.now()).toBe(isOn)
    expect(heard).toHaveBeenCalledTimes(1)
    stop()
  })

  it('is on in the tab, too, from which the app is installed, but not against the choice', () => {
    const stop = switchOnAtInstallation()
    offlineChoice.set(false)
    window.dispatchEvent(new Event('appinstalled'))
    expect(offlineChoice.now()).toBe(false)
    localStorage.clear()
    window.dispatchEvent(new Event('appinstalled'))
    expect(offlineChoice.now()).toBe(true)
    stop()
    localStorage.clear()
    window.dispatchEvent(new Event('appinstalled'))
    expect(offlineChoice.now()).toBe(false)
  })

  it('is off in every tab where one switches it off, and follows nothing else that another tab stores or removes', () => {
    const heard = vi.fn()
    const stop = offlineChoice.subscribe(heard)
    const stored = (key: string, newValue: string | null) =>
      window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
    stored('columns', '[]')
    // A log-out in another tab removes this key. The stored texts stay.
    stored('offline.on', null)
    expect(heard).not.toHaveBeenCalled()
    stored('offline.off', 'yes')
    expect(heard).toHaveBeenCalledTimes(1)
    stop()
    stored('offline.off', 'yes')
    expect(heard).toHaveBeenCalledTimes(1)
  })
})
