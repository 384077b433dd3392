/** Deliveries name a repository or nothing; origins are recognised however they are spelled. */
import { describe, expect, it } from 'vitest'
import { isOrigin, placeOfDelivery } from './delivery.ts'

const body = (full_name: unknown, html_url: unknown) => JSON.stringify({ repository: { full_name, html_url } })
const shop = { host: 'github.com', owner: 'Ada', name: 'shop' }

describe('placeOfDelivery', () => {
  it.each([
    [body('Ada/shop', 'https://github.com/Ada/shop'), shop],
    [body('Ada/shop', 'https://github.com/Eve/shop'), null],
    [body('Ada/shop', 7), null],
    [body(null, null), null],
    ['{"repository":null}', null],
    ['{"zen":"x"}', null],
    ['null', null],
    ['[', null],
  ])('%s: %o', (text, place) => expect(placeOfDelivery(text)).toEqual(place))
})

describe('isOrigin', () => {
  it.each([
    ['https://github.com/ada/shop.git', true],
    ['git@github.com:Ada/shop.git', true],
    ['ssh://git@ssh.github.com:443/ada/shop', true],
    ['https://evil.example/ada/shop', false],
    ['https://github.com/ada/shop2', false],
    ['/home/ada/shop', false],
    ['', false],
  ])('%s: %s', (origin, is) => expect(isOrigin(origin, shop)).toBe(is))
})
