package report

import (
	"bytes"
	"fmt"
	"image/color"
	"math"
	"os"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/linefeed-go/linefeed/bench/harness"
)

// Colours by role: linefeed stands out, the Rust baseline and the limits differ
// from Go peers in lightness too, so that the chart can be read without colour.
var roleColors = map[harness.Role]color.Color{
	harness.Ours:  color.RGBA{R: 0x0b, G: 0x5c, B: 0xad, A: 0xff},
	harness.Peer:  color.RGBA{R: 0xb4, G: 0xbe, B: 0xc8, A: 0xff},
	harness.Rust:  color.RGBA{R: 0xb7, G: 0x41, B: 0x0e, A: 0xff},
	harness.Limit: color.RGBA{R: 0xe6, G: 0xe9, B: 0xec, A: 0xff},
}

const (
	panelWidth = 16 * vg.Centimeter
	rowHeight  = 0.5 * vg.Centimeter
	barWidth   = 0.32 * vg.Centimeter
	margin     = 0.3 * vg.Centimeter
)

// The texts are placed by the widths of one font. Where it is missing, fonts of
// the same widths must take its place, or the names run into the bars.
const (
	chartFont  = "font-family:Liberation Serif"
	chartFonts = "font-family:'Liberation Serif','Times New Roman',Tinos,Times,serif"
)

// Chart draws the tables of a part below each other into an SVG file: a bar per
// way, the quickest on top, its length the time per operation.
func Chart(path string, tables []*harness.Table) error {
	height := vg.Length(0)
	for _, t := range tables {
		height += panelHeight(t)
	}
	canvas := vgsvg.New(panelWidth, height)
	if err := drawTables(draw.New(canvas), tables); err != nil {
		return err
	}
	return writeChart(path, canvas)
}

// panelHeight leaves room for the title and the axis beside a row per way.
func panelHeight(t *harness.Table) vg.Length {
	return vg.Length(len(t.Case.Ways)+4) * rowHeight
}

func drawTables(area draw.Canvas, tables []*harness.Table) error {
	top := area.Max.Y
	for _, t := range tables {
		panel, err := drawTable(t)
		if err != nil {
			return fmt.Errorf("chart of %s: %w", t.Case.FullName(), err)
		}
		height := panelHeight(t)
		panel.Draw(draw.Crop(area, margin, -margin, top-height-area.Min.Y, top-area.Max.Y-margin))
		top -= height
	}
	return nil
}

func writeChart(path string, canvas *vgsvg.Canvas) error {
	var svg bytes.Buffer
	if _, err := canvas.WriteTo(&svg); err != nil {
		return fmt.Errorf("chart: %w", err)
	}
	if err := os.WriteFile(path, bytes.ReplaceAll(svg.Bytes(), []byte(chartFont), []byte(chartFonts)), 0o644); err != nil {
		return fmt.Errorf("chart: %w", err)
	}
	return nil
}

// drawTable makes the panel of one case.
func drawTable(t *harness.Table) (*plot.Plot, error) {
	rows := t.Rows()
	slices.SortStableFunc(rows, func(a, b harness.Row) int {
		if a.NS.Median > b.NS.Median {
			return -1
		}
		return 1
	})
	p := plot.New()
	p.Title.Text = fmt.Sprintf("%s: ns per operation, ours marked by *", t.Case.Name)
	p.Title.TextStyle.Font.Size = vg.Points(10)
	p.X.Min = 0
	p.Y.Tick.Label.Font.Size, p.X.Tick.Label.Font.Size = vg.Points(8), vg.Points(8)
	p.BackgroundColor = color.White
	lines := plotter.NewGrid()
	lines.Horizontal.Width = 0
	p.Add(lines)
	names := make([]string, len(rows))
	for i, r := range rows {
		names[i] = r.Way.Name
		if r.Way.Role == harness.Ours {
			names[i] += " *"
		}
		bar, err := plotter.NewBarChart(plotter.Values{finite(r.NS.Median)}, barWidth)
		if err != nil {
			return nil, err
		}
		bar.Horizontal, bar.XMin, bar.Color = true, float64(i), roleColors[r.Way.Role]
		bar.LineStyle.Width = 0
		p.Add(bar)
	}
	p.NominalY(names...)
	labels, err := barLabels(rows)
	if err != nil {
		return nil, err
	}
	p.Add(labels)
	p.X.Max = finite(rows[0].NS.Median) * 1.12 // room for the longest bar's figure
	return p, nil
}

// barLabels writes each bar's figure behind it.
func barLabels(rows []harness.Row) (*plotter.Labels, error) {
	points := make(plotter.XYs, len(rows))
	texts := make([]string, len(rows))
	for i, r := range rows {
		points[i] = plotter.XY{X: finite(r.NS.Median), Y: float64(i) - 0.15}
		texts[i] = " " + number(r.NS.Median)
	}
	labels, err := plotter.NewLabels(plotter.XYLabels{XYs: points, Labels: texts})
	if err != nil {
		return nil, err
	}
	for i := range labels.TextStyle {
		labels.TextStyle[i].Font.Size = vg.Points(7)
	}
	return labels, nil
}

func finite(x float64) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0
	}
	return x
}
