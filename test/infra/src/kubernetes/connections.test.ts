import { describe, expect, it } from 'vitest'
import { expectedNetworks } from '../compose/expected-deployment.ts'
import { expectedArrows, others } from './expected-arrows.ts'
import { overlayNames } from './overlays.ts'
import { arrowsOf, wideRanges } from './reach.ts'
import { edited, rendered } from './rendered.ts'

describe.each(overlayNames)('the policies of %s', (overlay) => {
  it('open the connections of the table, and no others', () => {
    expect(arrowsOf(rendered[overlay], others)).toEqual(expectedArrows[overlay].toSorted())
    expect(wideRanges(rendered[overlay])).toEqual([])
  })
})

describe('the table of connections', () => {
  it('has every arrow that compose.yaml has a network for', () => {
    const names: Readonly<Record<string, string>> = { postgres: 'database', prometheus: 'monitoring', proxy: 'gateway' }
    const named = (name: string): string => names[name] ?? name
    const arrows = Object.values(expectedNetworks)
      .filter(({ leadsOut }) => leadsOut !== true)
      .flatMap(({ members }) => members.slice(0, -1).map((from) => `${named(from)} → ${named(members.at(-1) ?? '')}`))
      // An operator of Kubernetes makes roles and backups, and whoever runs the entrance watches it.
      .filter((arrow) => !/^(roles|backup|blackbox) |^monitoring → (backup-metrics|gateway)$/.test(arrow))
    const open = expectedArrows.demo.map((arrow) => arrow.split(':')[0])
    expect(arrows.length).toBeGreaterThan(8)
    expect(arrows.filter((arrow) => !open.includes(arrow))).toEqual([])
  })
})

describe('the connections of policies', () => {
  const cidr = 'cidr: 198.51.100.2/32'
  const web = 'podSelector:\n        matchLabels:\n          app.kubernetes.io/name: web'

  it('are more where a selector or a range is wider', () => {
    expect(arrowsOf(edited('production', web, 'podSelector: {}'), others)).toContain(
      'somebody here → frontend-internal: TCP 8082',
    )
    expect(arrowsOf(edited('production', 'cidr: 198.51.100.1/32', 'cidr: 0.0.0.0/0'), others)).toContain(
      'frontend-internal → the internet: TCP 443',
    )
  })

  it('are fewer where a port is another', () => {
    const wrong = arrowsOf(edited('production', 'port: 8082\n      protocol', 'port: 8092\n      protocol'), others)
    expect(wrong).not.toContain('web → frontend-internal: TCP 8082')
  })

  it.each(['0.0.0.0/0', '169.254.169.254/32', '0.0.0.0/1'])('must not have the range %s', (range) => {
    expect(wideRanges(edited('production', cidr, `cidr: ${range}`))).toEqual([range])
  })

  it('are not guessed where a policy has a construct that is not read', () => {
    const wrong = edited('production', cidr, 'cidr: 198.51.100.0/24\n        except: [198.51.100.2/32]')
    expect(() => arrowsOf(wrong, others)).toThrow('NetworkPolicy manual-grading-outside')
  })
})
