# Untested: nobody has built it yet. It packages the release archive, because nixpkgs has no Swift that's new enough. The project has no
# public address, so name the archive that `make dist` has made:
#
#   nix run --override-input archive file://$PWD/build/dist/luawidget-0.2.0-linux-x86_64.tar.xz . -- run disk
{
  description = "Small widgets in Lua, for terminals, status bars and web pages";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-24.11";
  inputs.archive = {
    url = "https://luawidget.invalid/luawidget-0.2.0-linux-x86_64.tar.xz";
    flake = false;
  };

  outputs = { self, nixpkgs, archive }:
    let
      system = "x86_64-linux";
      pkgs = nixpkgs.legacyPackages.${system};
      fonts = pkgs.makeFontsConf { fontDirectories = [ pkgs.inter pkgs.dejavu_fonts pkgs.quicksand pkgs.noto-fonts-color-emoji ]; };
      luawidget = pkgs.stdenv.mkDerivation {
        pname = "luawidget";
        version = builtins.head (builtins.match ".*version = \"([0-9.]+)\".*" (builtins.readFile ./Sources/WidgetCommands/Program/Program+Version.swift));
        src = archive;
        nativeBuildInputs = [ pkgs.autoPatchelfHook pkgs.makeWrapper ];
        # What the painter, the notifier and the desktop load; the other programs need glibc alone.
        buildInputs = with pkgs; [
          pango cairo fontconfig harfbuzz gdk-pixbuf chafa zlib glib systemd gtk3 gtk-layer-shell xorg.libX11 xorg.libXext
        ];
        # Stripping would remove the stamp of the build.
        dontStrip = true;
        dontConfigure = true;
        dontBuild = true;
        installPhase = ''
          runHook preInstall
          mkdir -p $out
          cp -r bin libexec share $out/
          wrapProgram $out/bin/luawidget --set-default FONTCONFIG_FILE ${fonts}
          runHook postInstall
        '';
        meta = {
          description = "Small widgets in Lua, for terminals, status bars and web pages";
          license = pkgs.lib.licenses.mit;
          mainProgram = "luawidget";
          platforms = [ system ];
        };
      };
    in {
      packages.${system} = { inherit luawidget; default = luawidget; };
      apps.${system}.default = { type = "app"; program = "${luawidget}/bin/luawidget"; };
    };
}
