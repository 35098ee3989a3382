/**
 * Query parameters that name the way to a page, not the page: those that sites add when somebody shares, mails or clicks a link.
 * Gathered from ClearURLs' rules, the lists of Firefox and Brave, and AdGuard's tracking filter. Parameters that open a page to
 * whom it was given (gift links) are none: with them it can be read. Names are in lower case; `*` at an end stands for any letters.
 */
const EVERYWHERE = `
  fbclid gclid gclsrc dclid gbraid wbraid gad_source gad_campaignid msclkid yclid ysclid ymclid syclid ndclid twclid ttclid tblci dicbo
  li_fat_id igsh igshid mibextid sfnsn epik srsltid rdt_cid rb_clickid wickedid _openstat sccid irclickid cjevent ef_id s_kwcid
  _ga _gl s_cid pk_* piwik_* matomo_* mtm_* utm_* hsa_* hmb_* otm_* wt_mc wt_zmc wtrid echobox cmpid _branch_match_id _branch_referrer
  fb_action_ids fb_action_types fb_ref fb_source __twitter_impression guccounter guce_referrer guce_referrer_sig
  mc_cid mc_eid mc_tc mkt_tok _hsenc _hsmi __hssc __hstc __hsfp hsctatracking oly_anon_id oly_enc_id vero_id vero_conv
  ml_subscriber ml_subscriber_hash __s _bhlid bsft_* sfmc_* ss_email_id sc_eh sc_uid`

/** By host, which stands for its subdomains too. `.*` stands for the ends that countries have. */
const ON_SITES: Record<string, string> = {
  'youtube.com youtu.be youtube-nocookie.com':
    'si pp feature ab_channel kw embeds_referring_euri embeds_referring_origin source_ve_path',
  'spotify.com soundcloud.com': 'si nd dlsi sp_cid pi ref',
  'x.com twitter.com': 's t cn cxt src refsrc ref_src ref_url',
  'bsky.app': 'ref_src ref_url',
  'facebook.com fb.watch':
    'rdid share_url __tn__ __cft__* __xts__* eid ref fref hc_* comment_tracking dti paipv extid wtsid acontext',
  'instagram.com threads.net threads.com': 'ig_rid ig_mid xmt slof',
  'tiktok.com':
    '_t _r _d is_copy_url is_from_webapp sender_device sender_web_id web_id u_code share_* timestamp user_id sec_user_id sec_uid tt_from checksum preview_pb source',
  'reddit.com': 'share_id ref ref_source ref_campaign rdt correlation_id $deep_link $3p $original_url',
  'linkedin.com':
    'trk trackingid trkemail trkinfo lipi licu lici rcm refid midtoken midsig otptoken eid originalsubdomain',
  'pinterest.com': 'invite_code sender sfo',
  'quora.com': 'ch oid share srid __filter__ __nsrc__ __sncid__ __snids__',
  'vimeo.com': 'share ref fl fe',
  'twitch.tv': 'tt_medium tt_content',
  'medium.com': 'source',
  'substack.com': 'r triedredirect isfreemail showwelcomeonshare publication_id post_id',
  'wikipedia.org wikimedia.org wiktionary.org': 'wprov',
  'stackoverflow.com stackexchange.com superuser.com serverfault.com askubuntu.com': 'lq rq noredirect',
  'amazon.*':
    'ref ref_ qid sr crid sprefix dib dib_tag tag linkcode creativeasin creative camp ascsubtag pf_rd_* pd_rd_* _encoding content-id th psc',
  'imdb.com': 'ref_ pf_rd_*',
  'ebay.*':
    '_trkparms _trksid _from mkevt mkcid mkrid campid toolid customid amdata itmmeta itmprp ssspo sssrc ssuid widget_ver media',
  'etsy.com': 'ref click_key click_sum organic_search_click ga_* frs sts pro plkey ls',
  'aliexpress.* alibaba.com taobao.com tmall.com':
    'spm scm scm_id scm-url algo_* aff_* pvid pdp_npi gatewayadapt',
  'bilibili.com b23.tv':
    'share_* vd_source spm_id_from from_spmid from_source unique_k bbid buvid seid plat_id up_id is_story_h5',
  'mp.weixin.qq.com':
    'chksm scene subscene sessionid clicktime enterid ascene devicetype version nettype pass_ticket wx_header exportkey srcid sharer_* poc_token abtest_cookie',
  'zhihu.com': 'share_code',
  'google.*':
    'ved ei sxsrf sca_esv sca_upv gs_lcp gs_lcrp gs_ivs uact oq aqs sclient sourceid rlz iflsig biw bih dpr usg sei fbs pcampaignid',
  'bing.com msn.com': 'ocid cvid form pc',
  'apps.apple.com music.apple.com podcasts.apple.com books.apple.com': 'itsct itscg ct pt uo',
  'nytimes.com':
    'smid smtyp referringsource campaign_id emc nl instance_id segment_id regi_id user_id te partner ref',
  'washingtonpost.com': 'itid tid wpisrc wpmm',
  'theguardian.com': 'cmp',
  'bbc.com bbc.co.uk': 'at_* ocid ns_* xtor',
  'wsj.com barrons.com marketwatch.com': 'mod reflink',
  'bloomberg.com': 'srnd leadsource sref in_source',
  'ft.com': 'sharetype segmentid',
  'reuters.com': 'taid',
  'forbes.com': 'sh ss ctpv',
  'techcrunch.com yahoo.com aol.com engadget.com': 'ncid sr_share',
  'newyorker.com wired.com vanityfair.com vogue.com gq.com arstechnica.com':
    'mbid bxid cndid hasha hashb hashc esrc _sp',
}

type Names = { readonly whole: ReadonlySet<string>; readonly beginnings: readonly string[] }

const namesOf = (list: string): Names => {
  const names = list.trim().split(/\s+/)
  const open = names.filter(name => name.endsWith('*'))
  return {
    whole: new Set(names.filter(name => !name.endsWith('*'))),
    beginnings: open.map(name => name.slice(0, -1)),
  }
}

const everywhere = namesOf(EVERYWHERE)
const bySite = new Map(
  Object.entries(ON_SITES).flatMap(([sites, list]) =>
    sites.split(' ').map(site => [site, namesOf(list)] as const),
  ),
)
const COUNTRY = /^(com|[a-z]{2}|com?\.[a-z]{2})$/
/** In labels. No site of the list has more, so that a host of many costs no more. */
const LABELS_MAX = 5

const has = ({ whole, beginnings }: Names, name: string): boolean =>
  whole.has(name) || beginnings.some(beginning => name.startsWith(beginning))

/** Tells whether a parameter on the host names the way to a page. */
export const trackingOn = (host: string): ((parameter: string) => boolean) => {
  const labels = host.split('.').slice(-LABELS_MAX)
  const ofSite = labels.flatMap((label, n) => {
    const country = labels.slice(n + 1).join('.')
    return (
      bySite.get(`${label}.${country}`) ?? (COUNTRY.test(country) ? (bySite.get(`${label}.*`) ?? []) : [])
    )
  })
  return parameter => {
    const name = (parameter.split('=', 1)[0] ?? '').toLowerCase()
    return has(everywhere, name) || ofSite.some(names => has(names, name))
  }
}
