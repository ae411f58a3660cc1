import WidgetRendering

/// The page's style sheet: all cards, and the page around them.
enum PageStyle {
  static let text = StyleSheet.common + own

  private static let own = """
    body{padding:0;min-height:100vh;font:1.0625rem/1.4 -apple-system,"SF Pro Text",Inter,system-ui,Cantarell,"Noto Sans","DejaVu Sans",sans-serif;\
    color:var(--label);-webkit-text-size-adjust:100%}
    main{display:block}
    [hidden]{display:none!important}
    .top{display:flex;align-items:center;gap:12px;max-width:2700px;margin:0 auto;padding:max(20px,env(safe-area-inset-top)) 16px 12px}
    .top h1{flex:1;min-width:0;margin:0;font-size:1.75rem;font-weight:700;letter-spacing:-.02em;overflow:hidden;text-overflow:ellipsis;\
    white-space:nowrap}
    .top nav{display:flex;gap:8px}
    .status{margin:0;font-size:.8125rem;color:var(--secondary)}
    .skip{position:absolute;inset-inline-start:16px;top:-99px;padding:8px 12px;border-radius:8px;background:var(--card);color:var(--accent);z-index:3}
    .skip:focus{top:8px}
    [dir=rtl] .back .icon{transform:scaleX(-1)}
    a{color:var(--accent)}
    .field{display:flex;align-items:center;gap:8px;width:100%}
    .field>.text{flex:none;max-width:50%}
    .field>input,.field>textarea{flex:1;min-width:0;max-height:100%;margin:0;padding:4px 8px;border:1px solid var(--separator);border-radius:6px;\
    background:none;color:inherit;font:inherit;resize:none}
    .field>.go{flex:none;border:0;padding:4px 8px;border-radius:6px;background:var(--fill);color:var(--accent)}
    .packed .field>.go{display:none}
    @media(pointer:coarse){.packed .field>.go{display:block}}
    button{font:inherit;cursor:pointer}
    .round,.choices button,.fields button,.rows button,.hidden-list button,.danger button,a.primary,.login button{display:inline-flex;\
    align-items:center;justify-content:center;gap:6px;min-height:36px;padding:6px 14px;border:0;border-radius:18px;background:var(--card);\
    color:var(--accent);font-size:.9375rem;font-weight:500;text-decoration:none}
    .round{width:36px;padding:0}
    .round .icon{width:20px;height:20px}
    .primary,.login button,button.primary.primary,.round[aria-pressed=true]{background:var(--action);color:var(--on-action)}
    :is(.primary,.login button):is(:hover,:focus-visible){background:color-mix(in srgb,var(--action) 88%,#000)}
    :is(.round,.choices button,.rows button,.hidden-list button,.danger button):not(.primary,[aria-pressed=true]):hover{\
    background:color-mix(in srgb,var(--card) 88%,var(--label))}
    .destructive.destructive{color:var(--red)}
    html{background:var(--page)}
    html::before{content:"";position:fixed;inset:0;z-index:-1;background:var(--ground,none) center/cover var(--page)}
    body{container-type:inline-size;background:none}
    .top,.group>h2,.skip,.hidden-list>summary,.side>:is(h2,.hint,.about,p),.empty-board :is(h2,p){color:var(--on-page);text-shadow:var(--shade)}
    .status.status,.hidden-list>summary,.side>:is(.hint,.about){color:var(--faint-on-page)}
    #board{max-width:2700px;margin:0 auto;padding:0 16px 24px}
    .group>h2{margin:calc(28px*var(--air,1)) 0 calc(14px*var(--air,1));font-size:1.375rem;letter-spacing:-.01em;overflow-wrap:anywhere}
    .group:first-child>h2{margin-top:4px}
    .columns{--gap:calc(16px*var(--air,1));display:grid;grid-template-columns:minmax(0,1fr);gap:var(--gap);align-items:start}
    @media(min-width:700px){.top,#board{padding-left:24px;padding-right:24px}.columns{--gap:calc(20px*var(--air,1));grid-template-columns:repeat(2,minmax(0,1fr))}}
    @media(min-width:1100px){.columns{--gap:calc(24px*var(--air,1));grid-template-columns:repeat(3,minmax(0,1fr))}}
    @media(min-width:1480px){.columns{grid-template-columns:repeat(4,minmax(0,1fr))}}
    @media(min-width:1840px){.columns{grid-template-columns:repeat(5,minmax(0,1fr))}}
    @media(min-width:2200px){.columns{grid-template-columns:repeat(6,minmax(0,1fr))}}
    .packed .columns{grid-auto-rows:4px;row-gap:0}
    .cells{--below:38px;display:grid;grid-template-columns:repeat(auto-fill,158px);grid-auto-rows:minmax(7px,auto);grid-auto-flow:row dense;\
    column-gap:22px;justify-content:center;align-items:start;reading-flow:grid-rows}
    .packed .cells{grid-auto-rows:7px}
    .cells>.card{grid-column:span 2;margin-bottom:38px}
    .cells>.one-cell{grid-column:span 1;grid-row:span 28}
    .cells>.two-cells{grid-row:span 28}
    .cells>.two-rows{grid-row:span 56}
    .cells>.half-row{grid-row:span 14;margin-bottom:22px}
    .cells>.rectangular{zoom:.9186}
    .cells>.four-cells{grid-column:span 4}
    .cells>.full-width,.columns>.full-width{grid-column:1/-1}
    body:has(.cells)>.top,body:has(.cells)>#board,body:has(.cells)>#console{padding-left:0;padding-right:0;width:calc(100cqi - 32px);\
    width:calc(round(down,100cqi - 10px,180px) - 22px);max-width:none}
    @container(max-width:729.98px){.cells>.four-cells{grid-column:1/-1;zoom:calc(tan(atan2(round(down,100cqi - 10px,180px) - 22px,698px)))}}
    @container(max-width:369.98px){body:has(.cells)>.top,body:has(.cells)>#board{width:calc(100cqi - 32px)}\
    .cells{zoom:calc(tan(atan2(100cqi - 32px,338.5px)))}.cells>.four-cells{zoom:.4842}}
    .card{scroll-margin:12px;box-shadow:0 1px 2px rgb(0 0 0/.04),0 4px 16px rgb(0 0 0/.04);overflow:visible;container-type:inline-size}
    .card.sized{justify-self:start}
    .untitled>header>.badge,.round-card>header>.badge,.card:not(:hover,:focus,:focus-within)>header>.age.current,\
    .narrow>header>.age.current,.untitled>header>.age.current{display:none}
    .narrow:is(:hover,:focus,:focus-within)>header>.age.current{display:block}
    @media(hover:hover){.card:not(:hover,:focus,:focus-within)>header>:is(.menu,.less){opacity:0}}
    @media(hover:hover){.narrow:not(:hover,:focus,:focus-within)>header{padding-inline-end:16px}\
    .narrow:not(:hover,:focus,:focus-within)>header>.menu{position:absolute;inset-inline-end:8px}}
    .card>header>:is(.menu,.less){transition:opacity .15s}
    .narrow>header:has(>.age:not(.current))>h2,.narrow:is(:hover,:focus,:focus-within)>header:has(>.age)>h2,.untitled>header>h2{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
    .narrow>header>.age{flex:1}
    .inline-card{height:auto!important}
    .inline-card .button{min-height:0;padding-block:0}
    .untitled>header{position:absolute;z-index:2;top:4px;inset-inline-end:4px;min-height:0;padding:2px 2px 2px 8px;border-radius:16px;\
    background:linear-gradient(var(--fill),var(--fill)) var(--card);transition:opacity .15s}
    @media(hover:hover){.untitled:not(:hover):not(:focus-within)>header:not(:has(>.age:not(.current),>.lacking)){opacity:0}\
    .untitled:not(:hover,:focus,:focus-within)>header{padding-inline-end:8px}\
    .untitled:not(:hover,:focus,:focus-within)>header>:is(.menu,.disclosure:not(.lacking)){position:absolute;inset-inline-end:0}}
    @media(hover:none){.untitled:not(.sized)>header:has(>.disclosure){position:relative;order:1;align-self:flex-end;top:auto;margin-bottom:4px}}
    .card>.content:has(>.backdrop){border-radius:inherit}
    .grounded .menu>ul{background:var(--fill)}
    .grounded .permissions .choices button:not(.primary){background:none;box-shadow:inset 0 0 0 1px currentColor}
    .round-card>header{position:absolute;inset-inline-start:100%;top:0;bottom:0;width:12rem;padding:0;padding-inline-start:8px;color:var(--secondary)}
    .round-card>header>h2{flex:0 1 auto}
    .cells>.round-card>header{width:80px;padding-inline-end:0;flex-flow:column;align-items:flex-start;justify-content:center;gap:2px}
    .cells>.round-card>header>h2{max-width:100%}
    .card:focus{outline:none}
    .card:focus-visible{outline:2px solid var(--accent);outline-offset:3px}
    .card.lifted{opacity:.5}
    .card.front{outline:2px solid var(--accent);outline-offset:3px}
    .card.target{outline:2px dashed var(--accent);outline-offset:3px}
    .card>header{height:max(42px,var(--footnote) + 29px);padding:12px 8px 8px 16px;cursor:grab}
    .untitled.untitled>header{height:auto;padding:2px 2px 2px 8px}
    .round-card.round-card>header{height:auto;padding:0 0 0 8px}
    .card>header>h2{cursor:inherit}
    .disclosure{flex:none;border:0;background:none;color:var(--accent);font-size:var(--footnote);padding:4px}
    .disclosure span{line-height:inherit}
    .grounded>header>.disclosure,.grounded>header>.left-out .icon{color:var(--label)}
    .left-out{display:flex;padding:4px;border-radius:10px}
    .left-out .icon{width:12px;height:12px;color:var(--secondary)}
    .left-out:hover{background:var(--fill)}
    .lacking .icon{color:var(--accent)}
    .busy-dot{flex:none;width:12px;height:12px;border-radius:6px;border:2px solid var(--track);border-top-color:var(--accent-fill);\
    animation:turn 1s linear infinite}
    @keyframes fade-in{from{opacity:0}}
    @keyframes move-in{from{opacity:0;translate:0 8px}}
    @keyframes roll-in{from{opacity:0;translate:0 .6em}}
    @media(prefers-reduced-motion:no-preference){.changed[data-transition=fade]{animation:fade-in .35s}
    .changed[data-transition=move]{animation:move-in .35s}.changed[data-content-transition]{animation:roll-in .3s}}
    @media(prefers-reduced-motion:reduce){.busy-dot{animation-duration:8s}.cards *{transition:none}}
    .menu{position:relative;flex:none;margin-block:-6px}
    .menu>summary{display:flex;align-items:center;justify-content:center;width:32px;height:28px;border-radius:14px;list-style:none;\
    cursor:pointer;color:var(--secondary)}
    .menu>summary::-webkit-details-marker{display:none}
    .menu[open]>summary,.menu>summary:hover{background:var(--fill)}
    .menu>ul{position:absolute;inset-inline-end:0;top:32px;z-index:2;min-width:184px;margin:0;padding:6px;list-style:none;border-radius:14px;\
    background:var(--card);box-shadow:0 0 0 1px var(--track),0 8px 32px rgb(0 0 0/.24)}
    .one-cell>header>.menu{position:static}
    .one-cell .menu>ul{inset-inline:auto;left:50%;translate:-50%;top:40px}
    .one-cell.untitled .menu>ul{inset-inline:auto -17px;translate:none}
    .one-cell.round-card .menu>ul{inset-inline:-89px auto;translate:none}
    .menu li>button,.menu li>a{display:flex;align-items:center;gap:10px;width:100%;min-height:36px;padding:6px 10px;border:0;border-radius:8px;\
    background:none;color:var(--label);font-size:.9375rem;text-align:start;text-decoration:none}
    .menu li>button:hover,.menu li>a:hover{background:var(--fill)}
    .menu .icon{color:var(--secondary)}
    .tappable{position:relative;cursor:pointer}
    .cover{position:absolute;inset:-2px;border:0;padding:0;background:none;border-radius:8px;z-index:0}
    .tappable .button,.tappable .toggle,.tappable .tappable,.tappable a{position:relative;z-index:1}
    .card .button,.card .toggle,.card .cover{cursor:pointer;-webkit-tap-highlight-color:transparent}
    .card .button:active,.card .cover:active{opacity:.6;background:var(--fill)}
    .card .button:not(.at){min-height:32px}
    .note,.problem{margin:0;padding:8px 16px 14px;font-size:var(--footnote)}
    .note{color:var(--secondary);overflow-wrap:anywhere}
    .note textarea{display:block;box-sizing:border-box;width:100%;margin:4px 0 0;padding:6px 8px;border:0;border-radius:8px;\
    background:var(--fill);color:var(--label);font:inherit;resize:none}
    .unseen{position:fixed;top:0;left:0;opacity:0}
    .problem .reason,.permissions .reason{display:flex;gap:6px;margin:0 0 8px;font-weight:600;overflow-wrap:anywhere}
    .problem .reason .icon{color:var(--red)}
    .problem pre,.side pre,.empty-board pre{margin:0 0 8px;padding:10px 12px;border-radius:10px;background:var(--fill);overflow-x:auto;\
    font:.75rem/1.5 ui-monospace,"SF Mono","Cascadia Mono","DejaVu Sans Mono",monospace;text-align:start;white-space:pre;-webkit-user-select:all;user-select:text}
    .problem .remedy{margin:0;color:var(--secondary);overflow-wrap:anywhere}
    .permissions{font-size:var(--footnote);margin:4px 16px 14px;padding:12px;border-radius:14px;background:var(--fill)}
    .permissions ul{margin:0;padding:0;list-style:none}
    .permissions li p{margin:0 0 6px;overflow-wrap:anywhere}
    .choices{display:flex;flex-wrap:wrap;gap:6px;margin:0 0 10px}
    @container (max-width:400px){.permissions .choices{display:grid;grid-template-columns:1fr 1fr}}
    @container (max-width:240px){.permissions .choices{grid-template-columns:1fr}}
    .permissions li:last-child .choices{margin-bottom:0}
    .permissions .choices button:not(.primary){background:var(--card)}.permissions .choices button{min-height:32px;font-size:var(--footnote)}
    .banner{margin:0 0 16px;padding:12px 16px;border-radius:14px;background:var(--card);border-inline-start:4px solid var(--orange-fill);\
    white-space:pre-wrap;overflow-wrap:anywhere;font-size:.9375rem}
    .empty-board{max-width:480px;margin:12vh auto;text-align:center;color:var(--secondary)}
    .empty-board h2{margin:0 0 16px}
    .hidden-list{margin-top:20px;color:var(--secondary);font-size:.9375rem}
    .hidden-list ul,.rows{margin:12px 0 0;padding:0;list-style:none;max-width:560px}
    .hidden-list li,.rows li{display:flex;align-items:center;justify-content:space-between;gap:12px;padding:8px 16px;background:var(--card);color:var(--label)}
    .hidden-list li+li,.rows li+li{border-top:1px solid var(--track)}
    .hidden-list li:first-child,.rows li:first-child{border-radius:14px 14px 0 0}
    .hidden-list li:last-child,.rows li:last-child{border-radius:0 0 14px 14px}
    .hidden-list li:only-child,.rows li:only-child{border-radius:14px}
    .rows button,.hidden-list button{background:var(--fill);min-height:32px}
    .rows .words{flex:1;min-width:0;overflow-wrap:anywhere}
    .preview{flex:none;display:flex;align-items:center;justify-content:center;width:64px;height:64px;border-radius:14px;object-fit:contain}
    img.preview{box-shadow:0 0 0 1px var(--track)}
    .preview>.badge{width:40px;height:40px;padding:8px;border-radius:10px}
    .preview>.icon{width:32px;height:32px}
    .color{display:flex;gap:10px;align-items:center;margin-top:6px}
    .fields .color>input[type=text]{flex:1;margin:0}
    .fields .color>input[type=color]{flex:none;width:44px;min-height:40px;margin:0;padding:3px;cursor:pointer}
    .rows p{margin:0;font-size:.8125rem;color:var(--secondary)}
    .side{max-width:608px;margin:0 auto;padding:0 24px 48px}
    .top:has(.back){max-width:608px;padding-left:24px;padding-right:24px}
    .back{color:var(--link-on-page,var(--accent));display:inline-flex;align-items:center;text-decoration:none;font-size:.9375rem}
    .login{padding-top:20vh;text-align:center}
    .fields{display:flex;flex-direction:column;gap:18px;padding:20px;border-radius:22px;background:var(--card)}
    .fields label{display:block;font-weight:500;font-size:.9375rem}
    .fields label>span{display:block;margin-bottom:6px}
    .fields .check{display:flex;align-items:center;gap:10px}
    .fields .check>span{margin:0}
    .fields input:not([type=checkbox]),.fields select{width:100%;min-height:40px;margin-top:6px;padding:8px 12px;border:1px solid var(--secondary);\
    border-radius:10px;background:var(--fill);color:var(--label);font:inherit;font-size:1rem}
    .fields input[type=checkbox]{width:20px;height:20px;accent-color:var(--accent-fill)}
    .fields .about{margin:6px 0 0;font-size:.8125rem;color:var(--secondary)}
    .fields button{align-self:flex-start}
    .fields .name{margin:0;font-weight:500;font-size:.9375rem}
    .fields .element{display:flex;flex-direction:column;gap:10px;margin:8px 0;padding:12px;border-radius:14px;background:var(--fill)}
    .fields .order{display:flex;gap:8px}
    .fields button:disabled{opacity:.4;cursor:default}
    .fields [aria-invalid]{border-color:var(--red)}
    .fields .wrong{margin:6px 0 0;font-size:.8125rem;color:var(--red)}
    .danger{margin-top:20px}
    .panel{margin:0 0 20px;padding:18px 20px;border-radius:22px;background:var(--card);font-size:.9375rem}
    .panel p{margin:0 0 12px}
    .panel>:last-child{margin-bottom:0}
    .panel .choices button{background:var(--fill)}
    .side pre{white-space:pre-wrap;overflow-wrap:anywhere}
    .side h2{margin:0 0 8px;font-size:1.0625rem}
    .side>h2{margin:24px 0 10px}
    .side>.hint{margin:24px 0 8px;font-size:.9375rem;color:var(--secondary)}
    #console{position:sticky;bottom:0;max-width:1384px;margin:0 auto;padding:0 16px}
    #console>details{border-radius:14px 14px 0 0;background:var(--card);box-shadow:0 0 0 1px var(--track)}
    #console summary{padding:8px 16px;font-size:.8125rem;color:var(--secondary);cursor:pointer}
    #console ol{margin:0;padding:0 16px 12px;max-height:40vh;overflow-y:auto;list-style:none;font:.75rem/1.5 ui-monospace,"DejaVu Sans Mono",monospace}
    #console li{white-space:pre-wrap;overflow-wrap:anywhere}
    #console strong{margin-inline-end:8px;color:var(--secondary);font-weight:400}
    [data-level=error]{color:var(--red)}
    [data-level=warning]{color:var(--orange)}
    [data-level=debug]{color:var(--secondary)}
    @media(forced-colors:active){.card,.menu>ul,.fields,.panel,.rows li,.banner,.permissions,.round,.choices button,.rows button,.fields button,\
    .danger button,.primary{border:1px solid CanvasText}}
    @media print{html,html::before{background:#fff}.top h1,.group>h2{color:#000;text-shadow:none}\
    .top nav,.menu,.disclosure,.age.current,.skip,#console,.status,.hidden-list,.permissions,.banner{display:none!important}\
    body,.card{container-type:normal}body:has(.cells)>:is(.top,#board),.top,#board{width:auto;max-width:none;padding:0}\
    .cells,.columns{display:flex;flex-wrap:wrap;justify-content:flex-start;align-items:flex-start;gap:16px!important;zoom:1}.untitled>header{background:none!important;backdrop-filter:none!important}.cells>.card,.columns>.card{margin:0}\
    .columns>.card,.cells>.card:not(.sized){flex:0 0 auto;width:338px}.cells>.full-width,.columns>.full-width{width:100%}\
    .card{break-inside:avoid;box-shadow:none;border:1px solid #bbb}.group>h2{break-after:avoid}}

    """
}
