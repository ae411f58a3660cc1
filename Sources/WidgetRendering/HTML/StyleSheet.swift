/// The style of every card, and the rules for its views' fields.
package struct StyleSheet: Sendable, Equatable {
  var rules = StyleRules()
  /// Whether the page is a sheet of cards.
  var isSheet = false

  var text: String { "\n" + Self.common + (isSheet ? Self.sheet : "") + rules.text }

  private static let sheet = """
    .sheet{display:block;font:.9375rem/1.3 -apple-system,Inter,system-ui,Cantarell,"Noto Sans","DejaVu Sans",sans-serif;color:var(--label)}
    .sheet h1{font-size:1.375rem;margin:12px}
    .sheet h2{font-size:.9375rem;margin:20px 12px 6px}
    .sheet .widget h2{font-size:inherit;margin:0}
    .cards{display:flex;flex-wrap:wrap;gap:12px;align-items:flex-start}
    figure{margin:0;padding:12px;border-radius:12px;max-width:100%;background:var(--page);color:var(--label)}
    figcaption{font-size:.75rem;margin-bottom:8px;color:var(--secondary)}

    """

  /// The same for all widgets: colours by `color-scheme` (the reader's, or from `data-theme`), and layouts like our own stacks.
  package static let common = """
    :root{color-scheme:light dark;\(HTMLPalette.variables)}
    [data-theme=light]{color-scheme:light}
    [data-theme=dark]{color-scheme:dark}
    *,*::before,*::after{box-sizing:border-box}
    body{margin:0;padding:16px;background:var(--page)}
    main{display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start}

    .widget{--footnote:.8125rem;--caption:.75rem;--caption2:.6875rem;display:flex;flex-direction:column;position:relative;width:100%;max-width:100%;overflow:clip;container-type:inline-size;background:var(--card);color:var(--label);\
    border-radius:var(--radius,22px);font:1.0625rem/1.294 -apple-system,"SF Pro Text",Inter,system-ui,Cantarell,"Noto Sans","DejaVu Sans",sans-serif}
    .widget *{line-height:calc(1.2em + .1rem);line-height:round(1.2em + .1rem,1px)}
    .widget>header{display:flex;align-items:center;gap:7px;min-height:42px;padding:14px 16px 8px;font-size:var(--footnote);color:var(--secondary)}
    .widget>header>h2{flex:1;min-width:0;margin:0;font-size:inherit;font-weight:600;overflow:hidden;white-space:nowrap;\
    text-overflow:ellipsis}
    .widget>footer{display:flex;gap:6px;padding:8px 16px 16px;font-size:var(--footnote)}
    .widget>footer>div{min-width:0}
    .widget>footer p{margin:0 0 2px;overflow-wrap:break-word;white-space:pre-wrap}
    .badge{flex:none;width:20px;height:20px;padding:3px;border-radius:5px;background:var(--accent-fill);color:var(--on-accent,#fff)}
    .badge>.icon{width:100%;height:100%}
    .age{flex:none;unicode-bidi:plaintext}
    .content{display:flex;flex-direction:column;align-items:flex-start}
    .content>*,.column>*{max-width:100%}

    .column{display:flex;flex-direction:column;align-items:flex-start;gap:4px}
    .row{display:grid;grid-auto-flow:column;justify-content:start;align-content:start;align-items:center;gap:8px}
    .tall{grid-template-rows:minmax(0,1fr)}
    :where(.row,.grid)>.narrows{min-width:0}
    :where(.row,.grid)>.least{min-width:var(--words)}
    \(HTMLViews.spaceRules)
    .ranked{display:flex}
    .wrapping{display:flex;flex-wrap:wrap}
    .wrapping>*{flex:none;max-width:100%}
    .wrapping>.spacer{flex:1}
    .wraps{display:flex;flex-wrap:wrap;row-gap:6px}
    :where(.wraps,.wraps>.part)>*{flex:100000 1 min-content;max-width:max-content}
    .wraps>:is(.button,.toggle){flex:0 1 auto}
    .wraps>:is(.keeps-width,.over,.stack,.image,.missing):not(.takes-rest){flex:none;max-width:100%}
    .wraps>.row:not(.takes-rest){flex:0 1 auto;max-width:100%}
    .wraps>.takes-rest{flex-grow:1;max-width:none}
    .wraps>.takes-rest:not(.may-narrow){flex-basis:0}
    :where(.wraps>.takes-rest){min-width:min-content}
    .wraps>.may-narrow{min-width:0;flex-basis:min(var(--words),75%)}
    .wraps>.spacer{flex:1 1 0;max-width:none}
    .wraps>.breaks-line{flex-basis:100%;max-width:none}
    .wraps.pair{justify-content:space-between}
    .in-line{display:flex;flex-wrap:wrap;max-height:calc(1lh + 2px);row-gap:12px;overflow:clip;overflow-clip-margin:2px}
    .in-line>*{flex:none;max-width:100%}
    .in-line>.spacer{flex:1}
    .in-line>:is(.one-line,.middle):not(.keeps){flex:1 1 4.5ch;max-width:max-content}
    .pairs{display:contents}
    .pairs>*{max-width:100%}
    .pair>dd,.pair>dd>*{grid-column-end:-1}
    .part{display:contents}
    .stack{display:grid;justify-items:center;align-items:center}
    .stack>*{grid-area:1/1;max-width:100%;isolation:isolate}
    .over{position:relative;display:grid;justify-items:center;align-items:center;width:fit-content}
    .over:is(.fills,.fills-cell){width:auto}
    .over>*{grid-area:1/1;max-width:100%;isolation:isolate}
    .over>:first-child{justify-self:stretch}
    .layer{position:absolute;inset:0;display:grid;justify-items:inherit;align-items:inherit;pointer-events:none}
    .layer>*{pointer-events:auto}
    .backed{position:relative;isolation:isolate}
    @media(prefers-color-scheme:light){.in-dark:not([data-theme] *){display:none}}
    @media(prefers-color-scheme:dark){.in-light:not([data-theme] *){display:none}}
    [data-theme=light] .in-dark,[data-theme=dark] .in-light{display:none}
    .blurred{position:absolute;object-fit:cover}
    .material{backdrop-filter:blur(20px)}
    .seen-through{background-clip:text;background-repeat:no-repeat;color:transparent}
    .in-shape.in-shape{place-self:stretch;display:grid;place-content:center;text-align:center}
    .backdrop{position:absolute;inset:0;z-index:-1;width:100%;height:100%;object-fit:cover;border-radius:inherit}
    .shape{display:block;flex:none;min-width:0;min-height:0;color:var(--label)}
    .shape.grows{flex:1 1 auto}
    :where(.shape) path{fill:currentColor;stroke-linecap:round;stroke-linejoin:round;vector-effect:non-scaling-stroke}
    svg.shape{overflow:visible}
    .disc{border-radius:50%;aspect-ratio:1}
    .pill{border-radius:9999px}
    @keyframes advance{from{width:0}}
    @keyframes advance-ring{from{stroke-dasharray:0 200}to{stroke-dasharray:100 200}}
    .grid{display:grid;justify-content:start;justify-items:start;align-items:center;gap:4px 8px}
    .grid>*{max-width:100%}
    .content.grows{min-height:0}
    .whole{flex:1 1 auto;flex-flow:column wrap;align-content:flex-start;align-self:stretch;min-height:0;overflow:clip}
    .whole.lenient{margin-bottom:-6px}
    .whole.lenient-around{margin-block:-3px}
    .whole-beside{min-height:0;flex-flow:column wrap;align-content:flex-start;overflow:clip}
    .whole>.chart.grows{flex-basis:40px;min-height:40px;container-type:size}
    @container (max-height:80px){.scale>span{font-size:.7em}.scale>span:not(:first-child):not(:last-child){display:none}}
    .strut{width:100%;height:0}
    .gapless{gap:0}
    .fills{align-self:stretch}
    .fills-cell{justify-self:stretch}
    .grows{flex:1 1 auto}
    .hidden{visibility:hidden}
    .clips{overflow:clip}
    .divider{align-self:stretch;flex:none;width:auto;height:1px;margin:0;border:0;background:var(--separator);color:var(--separator);transform:scaleY(.5)}
    .divider.upright{width:1px;height:auto;transform:scaleX(.5)}
    .spacer{min-width:0;min-height:0}

    .text{margin:0;text-align:var(--align,start);unicode-bidi:plaintext;white-space:pre-wrap;overflow-wrap:break-word}
    .figure{white-space:pre}
    .rtl{direction:rtl}
    :where([dir=rtl]) .text{text-align:var(--align,right)}
    :where([dir=ltr]) .text{text-align:var(--align,start)}
    .spaced{line-height:calc(round(1.2em + .1rem,1px) + var(--leading));margin-block:calc(var(--leading)/-2)}
    .long{overflow-wrap:anywhere}
    .one-line{min-width:0;overflow:hidden;white-space:pre;text-overflow:ellipsis}
    .head{direction:rtl;unicode-bidi:normal;text-align:left}
    .head>span{direction:ltr;unicode-bidi:isolate}
    .head.from-right{direction:ltr;text-align:right}
    .head.from-right>span{direction:rtl}
    .middle{display:flex;min-width:0;overflow:hidden;white-space:pre}
    .middle.from-right{direction:rtl}
    .middle>span{min-width:0;overflow:hidden;text-overflow:ellipsis;unicode-bidi:plaintext}
    .middle>span+span{display:flex;flex:none;justify-content:flex-end;max-width:60%}
    .lines{display:-webkit-box;-webkit-box-orient:vertical;overflow:hidden}
    .with-icon{display:flex;align-items:flex-start;gap:6px}
    .with-icon>.text{min-width:0}
    .with-icon>.glyph{flex:none;white-space:normal}
    .icon{flex:none;display:block;width:1.2em;width:round(1.2em,1px);height:1lh;fill:currentColor}
    .icon text{font-size:19px;text-anchor:middle;transform:translate(12px,19px)}
    .link{color:var(--accent);text-decoration:none}
    .link:hover,.link:focus-visible{text-decoration:underline}
    .standard{font-family:-apple-system,"SF Pro Text",Inter,system-ui,Cantarell,"Noto Sans","DejaVu Sans",sans-serif}
    .display{font-family:-apple-system,"SF Pro Display","Inter Display",Inter,system-ui,Cantarell,"Noto Sans","DejaVu Sans",sans-serif}
    .mono{font-family:ui-monospace,"SF Mono","Cascadia Mono","DejaVu Sans Mono",monospace}
    .rounded{font-family:ui-rounded,"SF Pro Rounded",Nunito,Quicksand,system-ui,sans-serif}
    .serif{font-family:ui-serif,"New York","Noto Serif","DejaVu Serif",Georgia,serif}

    .button,.toggle{border:0;margin:0;padding:0;background:none;color:inherit;font:inherit;text-align:start}
    .button{position:relative;display:inline-flex;min-width:0;max-width:100%;overflow:hidden;align-items:center;justify-content:center;gap:6px;padding:6px 12px;border-radius:16px;\
    background:color-mix(in srgb,var(--tone,var(--accent-fill)) 16%,transparent);color:var(--title,var(--accent));white-space:pre;font-weight:500}
    .buttons{display:flex;flex-wrap:wrap}
    @container (max-width:200px){.buttons{max-height:calc(1lh + 12px);overflow:clip;overflow-clip-margin:4px}.buttons>.button>.icon+.text{position:absolute;width:1px;clip-path:inset(50%)}}
    .button>.text{overflow:hidden;white-space:pre;text-overflow:ellipsis}
    .toggle{display:inline-flex;min-width:min-content;max-width:100%;align-items:center;gap:6px}
    .toggle>.text{min-width:0}
    .switch{--unit:calc(max(1em,17px)/17);flex:none;position:relative;width:calc(38*var(--unit));height:calc(22.8*var(--unit));\
    margin-block:calc(-.4*var(--unit));border-radius:calc(11.4*var(--unit));background:var(--track)}
    .switch::after{content:"";position:absolute;top:calc(2*var(--unit));left:calc(2*var(--unit));width:calc(18.8*var(--unit));height:calc(18.8*var(--unit));\
    border-radius:50%;background:#fff;box-shadow:0 .75px .5px rgb(0 0 0/.16)}
    [aria-checked=true]>.switch{background:var(--on,var(--green-fill))}
    [aria-checked=true]>.switch::after{left:calc(17.2*var(--unit))}
    :focus-visible{outline:2px solid var(--accent);outline-offset:2px}

    .bar{display:block;width:100%;min-width:16px;height:6px;border-radius:3px;overflow:hidden;background:var(--track);color:var(--level,var(--accent-fill));print-color-adjust:exact;forced-color-adjust:none}
    .bar>.value{display:block;height:100%;min-width:6px;border-radius:3px;background:currentColor}
    .progress{min-width:16px}
    .ring>text{font-size:22px;text-anchor:middle;dominant-baseline:central;fill:var(--label)}
    .ring{display:block;width:32px;height:32px;color:var(--level,var(--accent-fill))}
    .ring.sized{width:100%;height:100%}
    .ring .track,.ring .value{fill:none;stroke-linecap:round}
    .ring .track{stroke:var(--track)}
    .ring .value{stroke:currentColor}
    .gauge{display:inline-grid;justify-items:center;max-width:100%}
    .gauge>.ring{grid-area:1/1}
    .gauge>.ring:not(.own){width:64px;height:64px}
    .gauge>.reading{grid-area:1/1;align-self:center;max-width:calc(.72*var(--side,64px));\
    font-size:max(8px,min(1em,calc(1.1*var(--side,64px)/var(--letters))));overflow:hidden;white-space:pre;text-overflow:ellipsis}
    .brief{--letters:4}
    .short{--letters:6}
    .longer{--letters:7}
    .gauge>.below{display:flex;gap:6px;grid-area:2/1;max-width:100%;font-size:var(--caption);color:var(--secondary)}
    .below>.reading{flex:none;max-width:100%}
    .below>.name{min-width:0}
    .below>span{max-width:100%;overflow:hidden;white-space:pre;text-overflow:ellipsis}
    .level{display:flex;flex-direction:column;gap:4px;min-width:16px}
    .readings,.scaled{display:flex;align-items:center;justify-content:space-between;gap:6px}
    .readings>.name{min-width:0;overflow:hidden;white-space:pre;text-overflow:ellipsis}
    .readings>.reading{flex:none;max-width:100%;overflow:hidden;white-space:pre;text-overflow:ellipsis}
    .below-each-other{flex-wrap:wrap}
    .scaled>.bar{flex:1;width:auto}
    .end{flex:none;font-size:var(--caption);color:var(--secondary)}
    .busy{display:inline-flex;align-items:center;gap:6px}
    .spinner{flex:none;display:block;width:1.25em;height:1.2em;animation:turn 1s steps(8) infinite}
    .spinner path{fill:none;stroke:currentColor;stroke-width:10;stroke-linecap:round}
    @keyframes turn{to{transform:rotate(1turn)}}
    @media (prefers-reduced-motion:reduce){.spinner{animation-duration:8s}}

    .image{display:block;max-width:100%}
    .wide{width:100%}
    .fit{object-fit:contain}
    .fill{object-fit:cover}
    .missing{display:flex;flex-direction:column;align-items:center;justify-content:center;gap:2px;min-width:0;min-height:0;max-width:100%;\
    overflow:hidden;border-radius:8px;background:var(--fill);color:var(--secondary);font-size:var(--caption2)}
    .missing>.icon{width:24px;height:24px;max-width:60%;max-height:60%}
    .missing>.text{max-width:100%;padding:0 6px}
    .redacted{flex:none;width:96px;max-width:100%;height:.775em;margin:.2375em 0;border-radius:.25em;background:var(--track)}
    .redacted.large{margin:0;border-radius:8px}

    .chart{position:relative;direction:ltr;display:grid;grid-template-columns:auto minmax(0,1fr);grid-template-rows:minmax(0,1fr);gap:0 6px;min-width:16px;height:120px;overflow-clip-margin:4px;font-size:var(--caption);\
    color:var(--secondary)}
    .spark{display:block;height:24px}
    .stretches{height:auto;min-height:0;contain:size}
    .spark>.plot{padding:2.5px}
    .chart.bare{grid-template-columns:minmax(0,1fr)}
    .chart .plot{grid-column:-2/-1;grid-row:1;display:block;width:100%;height:100%;min-height:0;overflow:visible}
    .plot path{vector-effect:non-scaling-stroke;fill:none;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
    .plot .rule{stroke:var(--separator);stroke-width:.5;stroke-opacity:.7}
    .filled{grid-column:-2/-1;grid-row:1}
    .filled~.plot{z-index:1}
    .fading{grid-column:-2/-1;grid-row:1;background:linear-gradient(color-mix(in srgb,currentColor 45%,transparent),color-mix(in srgb,currentColor 8%,transparent))}
    .plot .bars,.pie path{fill:currentColor;stroke:none}
    .plot .line,.plot .dot{stroke:currentColor}
    .plot .dot{stroke-width:4}
    .plot .point{stroke-width:6}
    .spark .point{stroke-width:4}
    .plot .zero{stroke:var(--secondary);stroke-width:.5}
    .plot .mark{stroke:currentColor;stroke-width:1}
    .layer-area{grid-column:-2/-1;grid-row:1;background:currentColor;opacity:.6}
    .marks{grid-column:-2/-1;grid-row:1;position:relative;min-height:0;pointer-events:none}
    .marks>span{position:absolute;right:0;bottom:clamp(0px,var(--y),100% - 1lh);max-width:100%;overflow:hidden;white-space:nowrap;text-overflow:ellipsis;unicode-bidi:plaintext}
    .marks>.start{right:auto;left:0}
    .marks>.centred{right:50%;transform:translateX(50%)}
    .marks:has(.start)>span{max-width:49%}
    .marks:has(.centred)>span{max-width:32%}
    .marks>.below-line{bottom:auto;top:clamp(0px,100% - var(--y),100% - 1lh)}
    .spark .line{stroke-width:1.5}
    .spark .dot{stroke-width:5}
    .scale,.labels,.keys,.empty{color:var(--secondary)}
    .tinted>:is(.scale,.labels,.keys,.empty){color:inherit}
    .scale{grid-column:1;grid-row:1;display:grid;text-align:end}
    .scale>span{grid-area:1/1;align-self:start;position:relative;top:clamp(0px,calc(100% - var(--y) - .5lh),calc(100% - 1lh))}
    .scale.after{grid-column:3;text-align:start}
    .bare>.scale.after{grid-column:2}
    .labels{grid-column:-2/-1;display:grid}
    .labels>span{grid-area:1/1;justify-self:start;position:relative;left:var(--x);transform:translateX(-50%);\
    max-width:var(--most,100%);overflow:hidden;white-space:nowrap;text-overflow:ellipsis}
    \((7...ChartAxes.steps).map { ".most-\($0){--most:\($0 * 100 / ChartAxes.steps)%}" }.joined())
    .labels>.start{left:-6px;transform:none}
    .labels>.end{left:0;justify-self:end;transform:none}
    .labels>.thinned{display:none}
    .keys{grid-column:1/-1;display:flex;flex-wrap:wrap;gap:0 12px}
    .keys>span{display:flex;align-items:center;gap:8px;min-width:0;max-width:100%}
    .keys>span>span{min-width:0;overflow:hidden;white-space:nowrap;text-overflow:ellipsis}
    .empty{grid-area:1/1/2/-1;place-self:center;margin:0}
    .swatch{flex:none;width:8px;height:8px;border-radius:2px}
    .swatch rect{fill:currentColor}
    .chart.pie{justify-content:start;grid-template-columns:auto minmax(0,auto);align-items:center;gap:4px 12px}
    .pie>.plot{grid-column:1;width:auto;height:100%;aspect-ratio:1}
    .chart.parts{display:flex;flex-direction:column;gap:6px}
    .parts>.plot{flex:none;height:12px;border-radius:4px;overflow:clip}
    .parts path:not(.hit){fill:currentColor}
    .pie>.keys{grid-column:2;flex-direction:column;gap:0;flex-wrap:nowrap;overflow:hidden;max-height:100%}
    .at.at.at{position:absolute;margin:0;max-width:none;min-width:0;min-height:0;flex:none}
    .stage{overflow:clip}
    .placed{border-radius:inherit}
    .stage,.widget>footer.at{font-synthesis:none}
    .scaled-box{transform-origin:0 0}
    .line{position:absolute;white-space:pre;unicode-bidi:plaintext}
    .whole-box.whole-box{position:absolute;left:0;top:0;width:100%;height:100%}
    .at.at.button,.at.at.toggle{display:block;padding:0;overflow:visible}
    .at.at.switch{--unit:1px;transform-origin:0 0}
    .at.at.divider{align-self:auto}
    .link:hover>.line,.link:focus-visible>.line{text-decoration:underline}
    .plot .hit,.drawing .hit{fill:transparent;stroke:none;pointer-events:all}
    .plot .hit:hover,.drawing .hit:hover{fill:currentColor;fill-opacity:.08}
    .drawing{overflow:visible}
    .drawing.clips{overflow:clip}
    :where(.drawing path){fill:none;stroke-linejoin:round;stroke-linecap:round}
    .drawing .rule{stroke:var(--separator);stroke-width:.5;stroke-opacity:.7}
    .drawing .zero{stroke:var(--secondary);stroke-width:.5}
    @media(forced-colors:active){.widget,.button{border:1px solid CanvasText}.switch{border:1px solid ButtonText;background:Canvas;forced-color-adjust:none}\
    .switch::after{top:1px;background:ButtonText;box-shadow:none}[aria-checked=true]>.switch{background:Highlight}\
    [aria-checked=true]>.switch::after{background:Canvas}.shape,.ring,.chart,.drawing,.swatch,.badge{forced-color-adjust:preserve-parent-color}}
    @media print{body{padding:0;background:#fff}*{-webkit-print-color-adjust:exact;print-color-adjust:exact}.widget{break-inside:avoid;outline:1px solid #bbb;outline-offset:-1px}}
    .spoken{position:absolute;width:1px;height:1px;margin:-1px;padding:0;overflow:hidden;clip-path:inset(50%);white-space:nowrap}

    """
}
