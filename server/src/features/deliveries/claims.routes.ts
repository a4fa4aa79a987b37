import {
  getClaim,
  getClaimPicture,
  getClaimPreview,
  muteClaim,
  revealClaim,
  thankForClaim,
} from '@laurel/contract/claims'
import { getSitePicture } from '@laurel/contract/site'
import type { Serve } from '../../http/serve.ts'
import * as claims from './claims.service.ts'

/**
 * The page behind a recipient's link, and the pictures that previews of links show. Recipients never sign in: the link
 * is the credential.
 */
export function claimRoutes(serve: Serve, kit: claims.ClaimKit) {
  serve(getClaim, ({ site, params, ip, isPrefetch }) =>
    claims.lookAtClaim(kit, { site, token: params.token, ip }, isPrefetch),
  )
  serve(getClaimPicture, ({ site, params, ip }) =>
    claims.pictureOfClaim(kit, { site, token: params.token, ip }),
  )
  serve(getSitePicture, async ({ site }) => {
    const bytes = await kit.pictures.paintSite(site)
    return { bytes, contentType: 'image/jpeg', fileName: 'card.jpg', cache: 'private' as const }
  })
  serve(getClaimPreview, ({ site, params, ip }) =>
    claims.previewPictureOfClaim(kit, { site, token: params.token, ip }),
  )
  serve(revealClaim, ({ site, params, ip }) => claims.revealClaim(kit, { site, token: params.token, ip }))
  serve(thankForClaim, ({ site, params, ip, body }) =>
    claims.thankForClaim(kit, { site, token: params.token, ip }, body.text),
  )
  serve(muteClaim, ({ site, params, ip }) => claims.muteClaim(kit, { site, token: params.token, ip }))
}
